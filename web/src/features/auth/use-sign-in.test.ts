import { beforeEach, expect, it, vi } from 'vitest'
import { pageForEach } from '../../dev/render-hook.ts'

const CONFIG = { chain: { kind: 'base', id: 8_453, name: 'Base Mainnet', explorerUrl: null }, localChain: null }

const page = pageForEach()
beforeEach(() => {
  vi.stubGlobal('location', new URL('https://aura.example/'))
  vi.stubGlobal('history', { pushState: () => {}, replaceState: () => {} })
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.startsWith('/api/auth/nonce')) return Response.json({ message: 'Sign in' })
    if (address.startsWith('/api/auth/user')) return Response.json({ id: 'ada', seenFirsts: [] })
    return Response.json({ bonusAwarded: false, message: '' })
  })
})

it.each([
  ['switches', null],
  ['refuses', { code: 4001, message: 'User rejected the request.' }],
  ['never answers', 'silence'],
])(
  'signing in asks the wallet for the network at the end, and is over when it %s [frame.wallet-switch-after-sign-in]',
  async (_, refusal) => {
    const asked: string[] = []
    const provider = {
      async request({ method }: { method: string }) {
        asked.push(method)
        if (method === 'eth_chainId') return '0x1'
        if (method === 'personal_sign') return '0xsigned'
        if (method !== 'wallet_switchEthereumChain') return ['0xada']
        if (refusal === 'silence') return new Promise(() => {})
        if (refusal) throw refusal
        return null
      },
    }
    const { useSignIn } = await import('./use-sign-in.ts')
    const { toasts } = await import('#ui/feedback/toast')
    const signing = await page.render(await page.newClient({ '/api/config': CONFIG }), () => useSignIn())
    const info = { uuid: '1', name: 'Some Wallet', icon: '', rdns: 'some.wallet' }
    await page.act(async () => signing.current.start({ info, provider }))
    expect(toasts.current()?.title).toBe('Wallet Connected')
    expect(signing.current).toMatchObject({ attempt: null, problem: null })
    await vi.waitFor(() => expect(asked).toContain('wallet_switchEthereumChain'))
    expect(asked.indexOf('wallet_switchEthereumChain')).toBeGreaterThan(asked.indexOf('personal_sign'))
  },
)
