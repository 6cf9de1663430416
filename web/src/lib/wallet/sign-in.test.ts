import { describe, expect, it, vi } from 'vitest'
import type { WalletProvider } from './provider.ts'
import { type SignInStep, signIn, toHex } from './sign-in.ts'

const ADA = '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

type Handlers = Record<string, (params: unknown) => unknown>

function fakeWallet(handlers: Handlers = {}) {
  const listeners = new Set<(accounts: never) => void>()
  const asked: string[] = []
  const all: Handlers = {
    eth_requestAccounts: () => [ADA],
    eth_accounts: () => [ADA.toLowerCase()],
    personal_sign: () => '0x5160',
    ...handlers,
  }
  const provider: WalletProvider = {
    async request({ method, params }) {
      asked.push(method)
      return all[method]?.(params)
    },
    on: (_, listener) => listeners.add(listener),
    removeListener: (_, listener) => listeners.delete(listener),
  }
  const switchTo = (...accounts: string[]) => {
    for (const listener of listeners) listener(accounts as never)
  }
  return { provider, asked, switchTo, listeners }
}

function run(provider: WalletProvider, overrides: Partial<Parameters<typeof signIn<string>>[0]> = {}) {
  const steps: SignInStep[] = []
  const submit = vi.fn(async () => 'welcome')
  const done = signIn({
    provider,
    mobile: false,
    chooseAccount: false,
    signal: new AbortController().signal,
    onStep: (step) => steps.push(step),
    onConnect: () => undefined,
    getMessage: async () => 'Sign in',
    submit,
    ...overrides,
  })
  done.catch(() => undefined)
  return { steps, submit, done }
}

describe('signIn', () => {
  it('connects, signs the server’s message as bytes, and hands the proof in', async () => {
    const sign = vi.fn((_params: unknown) => '0x5160')
    const { provider, listeners } = fakeWallet({ personal_sign: sign })
    const { done, steps, submit } = run(provider)
    expect(await done).toBe('welcome')
    expect(steps).toEqual(['connecting', 'signing', 'checking'])
    expect(sign).toHaveBeenCalledWith([toHex('Sign in'), ADA])
    expect(submit).toHaveBeenCalledWith({ walletAddress: ADA, message: 'Sign in', signature: '0x5160' })
    expect(listeners.size).toBe(0)
  })

  it('tells a refused connection from a refused signature', async () => {
    const refuse = () => {
      throw { code: 4001, message: 'User rejected' }
    }
    await expect(run(fakeWallet({ eth_requestAccounts: refuse }).provider).done).rejects.toMatchObject({
      reason: 'CONNECT_REJECTED',
    })
    const { done, submit } = run(fakeWallet({ personal_sign: refuse }).provider)
    await expect(done).rejects.toMatchObject({ reason: 'SIGN_REJECTED' })
    expect(submit).not.toHaveBeenCalled()
  })

  it('lets another account be chosen where one is connected already', async () => {
    const { provider, asked } = fakeWallet({ wallet_requestPermissions: () => [] })
    expect(await run(provider, { chooseAccount: true }).done).toBe('welcome')
    expect(asked.slice(0, 2)).toEqual(['wallet_requestPermissions', 'eth_requestAccounts'])
  })

  it('does not take a wallet without accounts for connected [frame.state-wallet-not-connected]', async () => {
    const onConnect = vi.fn()
    const { provider } = fakeWallet({ eth_requestAccounts: () => [] })
    await expect(run(provider, { onConnect }).done).rejects.toMatchObject({ reason: 'CONNECT_FAILED' })
    expect(onConnect).not.toHaveBeenCalled()
  })

  it('is connected once an account is there, whatever becomes of the signature', async () => {
    const onConnect = vi.fn()
    const { provider } = fakeWallet({ personal_sign: () => Promise.reject({ code: 4001 }) })
    await expect(run(provider, { onConnect }).done).rejects.toMatchObject({ reason: 'SIGN_REJECTED' })
    expect(onConnect).toHaveBeenCalledOnce()
  })

  it('hands nothing in when the account is switched while the wallet waits', async () => {
    const { provider, switchTo } = fakeWallet({ personal_sign: () => new Promise(() => undefined) })
    const { done, steps, submit } = run(provider)
    await vi.waitFor(() => expect(steps).toContain('signing'))
    switchTo(BO)
    await expect(done).rejects.toMatchObject({ reason: 'ACCOUNT_CHANGED' })
    expect(submit).not.toHaveBeenCalled()
  })

  it('starts over with the account that is switched to in the prompt, where it may [access.wallet-switched]', async () => {
    const wallet = fakeWallet({
      eth_requestAccounts: () => [active],
      eth_accounts: () => [active],
      personal_sign: (params) => ((params as string[])[1] === ADA ? new Promise(() => undefined) : '0xb0'),
    })
    let active = ADA
    const getMessage = vi.fn(async (address: string) => `Sign in as ${address}`)
    const { done, steps, submit } = run(wallet.provider, { followsSwitch: true, getMessage })
    await vi.waitFor(() => expect(steps).toContain('signing'))
    active = BO
    wallet.switchTo(BO)
    expect(await done).toBe('welcome')
    expect(submit.mock.calls).toEqual([[{ walletAddress: BO, message: `Sign in as ${BO}`, signature: '0xb0' }]])
    expect(wallet.listeners.size).toBe(0)
  })

  it('ends when the wallet is disconnected in the prompt', async () => {
    const { provider, switchTo } = fakeWallet({
      eth_accounts: () => [],
      personal_sign: () => new Promise(() => undefined),
    })
    const { done, steps, submit } = run(provider, { followsSwitch: true })
    await vi.waitFor(() => expect(steps).toContain('signing'))
    switchTo()
    await expect(done).rejects.toMatchObject({ reason: 'ACCOUNT_CHANGED' })
    expect(submit).not.toHaveBeenCalled()
  })

  it('hands nothing in when the wallet switched without a word', async () => {
    const { done, submit } = run(fakeWallet({ eth_accounts: () => [BO] }).provider)
    await expect(done).rejects.toMatchObject({ reason: 'ACCOUNT_CHANGED' })
    expect(submit).not.toHaveBeenCalled()
  })

  it('is not put off by an announcement of the same account in another case', async () => {
    const { provider, switchTo } = fakeWallet()
    const { done } = run(provider, {
      getMessage: async () => {
        switchTo(ADA.toLowerCase(), BO)
        return 'Sign in'
      },
    })
    expect(await done).toBe('welcome')
  })

  it('stops when the dialog is closed', async () => {
    const closing = new AbortController()
    const { provider } = fakeWallet({ personal_sign: () => new Promise(() => undefined) })
    const { done, steps, submit } = run(provider, { signal: closing.signal })
    await vi.waitFor(() => expect(steps).toContain('signing'))
    closing.abort(new Error('closed'))
    await expect(done).rejects.toThrow('closed')
    expect(submit).not.toHaveBeenCalled()
  })
})

describe('toHex', () => {
  it('encodes UTF-8', () => {
    expect(toHex('Aé')).toBe('0x41c3a9')
  })
})
