import { expect, it, vi } from 'vitest'
import { Authenticator } from '../../../../tests/server/actors/authenticator.ts'
import { pageForEach } from '../../dev/render-hook.ts'
import { stubPasskeys } from '../../dev/stub-passkeys.ts'

const page = pageForEach()

it('asks for a wallet while Aura could not hand the last change in, and not for longer [settings.keys-own]', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'RELAY_UNAVAILABLE', message: 'x', data: { reason: 'empty' } }, { status: 503 }),
  )
  const device = new Authenticator('https://aura.example')
  const made = { ...device.newKey('aura.example'), userHandle: 'AAAA' }
  device.keys.push(made)
  stubPasskeys(device)
  const key = `0x${'fa'.repeat(20)}${made.point.toString('hex')}`
  const account = {
    walletAddress: `0x${'ac'.repeat(20)}`,
    accountKey: key,
    keys: [{ passkeyId: 'first', credentialId: made.id, transports: ['internal'], key }],
  }
  const { useKeyChange } = await import('./use-key-change.ts')
  const client = await page.newClient({ '/api/config': { chain: { id: 8_453, name: 'Base Mainnet' } } })
  const fee = { isRelayed: true, onFallback: () => {} }
  const shown = await page.render(client, () => useKeyChange({ id: 'ada', isRestricted: false, fee, sender: null }))
  const change = () =>
    page.act(() =>
      shown.current.change(account as never, { kind: 'keep-key', keyId: `0x${'1d'.repeat(32)}`, name: 'it' }),
    )
  await change()
  expect(shown.current.problem?.description).toContain('no ETH left')
  expect(shown.current.isUnavailable).toBe(true)
  stubPasskeys(device, 'NotAllowedError')
  await change()
  expect(shown.current.problem?.description).not.toContain('no ETH left')
  expect(shown.current.isUnavailable).toBe(false)
})
