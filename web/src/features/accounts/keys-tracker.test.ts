import type { AccountKey } from '@aura/api/calls/accounts'
import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../dev/render-hook.ts'
import type { SentKeyChange } from './keys-tracker.ts'

pageForEach()

const key = (id: string, leavesAt: string | null = null): AccountKey => ({
  ...{ id, walletAddress: null, passkeyId: null, name: null, addedAt: null, leavesAt },
})

it.each([
  ['add-key', [key('other')], 'confirming'],
  ['add-key', [key('other'), key('it')], 'completed'],
  ['remove-key', [key('it')], 'confirming'],
  ['remove-key', [key('it', '2026-03-04T12:00:00.000Z')], 'completed'],
  ['remove-key', [key('other')], 'completed'],
  ['keep-key', [key('it', '2026-03-04T12:00:00.000Z')], 'confirming'],
  ['keep-key', [key('it')], 'completed'],
] as const)('%s that a wallet sent is over once the network has the keys: %#', async (change, keys, status) => {
  vi.stubGlobal('fetch', async () => Response.json({ account: { keys, candidates: [] } }))
  const { keysTracker } = await import('./keys-tracker.ts')
  expect(await keysTracker.ask(sent(change, Date.now()), AbortSignal.timeout(1_000))).toMatchObject({ status })
})

const unavailable = () => Response.json({ code: 'CHAIN_UNAVAILABLE', message: 'x', data: {} }, { status: 503 })

it.each([
  ['the keys are as before', () => Response.json({ account: { keys: [key('it')], candidates: [] } })],
  ['nobody can read them', unavailable],
])('is given up after ten minutes if %s, with the wallet to look at', async (_, answer) => {
  vi.stubGlobal('fetch', async () => answer())
  const { keysTracker } = await import('./keys-tracker.ts')
  const asked = keysTracker.ask(sent('remove-key', Date.now() - 601_000), AbortSignal.timeout(1_000))
  await expect(asked).rejects.toMatchObject({
    reason: 'UNHEARD',
    explanation: expect.stringContaining('Aura can’t see this change'),
  })
})

it('goes on while it is young or this browser is offline, whatever can’t be read', async () => {
  const { keysTracker } = await import('./keys-tracker.ts')
  vi.stubGlobal('fetch', async () => unavailable())
  const young = keysTracker.ask(sent('remove-key', Date.now()), AbortSignal.timeout(1_000))
  await expect(young).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  const offline = keysTracker.ask(sent('remove-key', Date.now() - 601_000), AbortSignal.timeout(1_000))
  await expect(offline).rejects.toMatchObject({ code: 'OFFLINE' })
})

it('asks nobody about what Aura handed in', async () => {
  const asked = vi.fn()
  vi.stubGlobal('fetch', asked)
  const { keysTracker } = await import('./keys-tracker.ts')
  const { isOwn: _, ...handed } = sent('add-key', Date.now())
  expect(await keysTracker.ask(handed, AbortSignal.timeout(1_000))).toMatchObject({ status: 'completed' })
  expect(asked).not.toHaveBeenCalled()
})

const sent = (change: SentKeyChange['change'], sentAtMs: number): SentKeyChange & { isOwn: true } => ({
  ...{ kind: 'keys', chainId: 8_453, userId: 'ada', usdcMicros: 0, hash: '0x1' },
  ...{ change, name: 'it', keyId: 'it', sentAtMs, isOwn: true },
})
