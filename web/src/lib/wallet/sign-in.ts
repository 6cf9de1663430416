import { anySignal } from '../any-signal.ts'
import { accountsIn, sameAddress, type WalletProvider } from './provider.ts'
import { connectError, signError, WalletError } from './wallet-error.ts'

export type SignInStep = 'connecting' | 'signing' | 'checking'

export interface Proof {
  walletAddress: string
  message: string
  signature: string
}

interface SignInDeps<Result> {
  provider: WalletProvider
  mobile: boolean
  /** Opens the wallet's account picker even if an account is connected. */
  chooseAccount: boolean
  /** Starts over with the account that people switch to in their wallet's prompt. */
  followsSwitch?: boolean
  signal: AbortSignal
  onStep(step: SignInStep): void
  /** Called when the wallet exposed an account; later steps may still fail. */
  onConnect(): void
  getMessage(walletAddress: string, signal: AbortSignal): Promise<string>
  /** From here on the attempt can't be cancelled, because the server decides. */
  submit(proof: Proof): Promise<Result>
}

/** A wallet that keeps switching by itself must not ask forever. */
const MAX_SWITCHES = 3

/**
 * Connects a wallet, has it sign the server's message and submits the proof. Throws ACCOUNT_CHANGED if the account changes
 * meanwhile and `followsSwitch` is not set.
 */
export async function signIn<Result>(deps: SignInDeps<Result>): Promise<Result> {
  let current = deps
  for (let switches = 0; ; switches++) {
    try {
      return await signInOnce(current)
    } catch (error) {
      const hasSwitched = error instanceof WalletError && error.reason === 'ACCOUNT_CHANGED'
      if (!hasSwitched || !deps.followsSwitch || switches === MAX_SWITCHES) throw error
      const accounts = await deps.provider.request({ method: 'eth_accounts' }).catch(() => [])
      deps.signal.throwIfAborted()
      if (accountsIn(accounts).length === 0) throw error
      current = { ...deps, chooseAccount: false }
    }
  }
}

async function signInOnce<Result>(deps: SignInDeps<Result>): Promise<Result> {
  const { provider, onStep } = deps
  onStep('connecting')
  const address = await connect(deps)
  deps.onConnect()
  const watch = watchAccount(provider, address, deps.signal)
  try {
    const message = await watch.orChange(deps.getMessage(address, watch.signal))
    onStep('signing')
    const signature = await watch.orChange(sign(provider, message, address))
    onStep('checking')
    await watch.orChange(stillActive(provider, address))
    return await deps.submit({ walletAddress: address, message, signature })
  } finally {
    watch.stop()
  }
}

export const toHex = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

async function connect(deps: Pick<SignInDeps<unknown>, 'provider' | 'mobile' | 'chooseAccount'>): Promise<string> {
  const { provider, mobile, chooseAccount } = deps
  let answer: unknown
  try {
    if (chooseAccount) await provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
    answer = await provider.request({ method: 'eth_requestAccounts' })
  } catch (cause) {
    throw connectError(cause, mobile)
  }
  const [address] = accountsIn(answer)
  if (!address) throw new WalletError('CONNECT_FAILED', 'The wallet returned no account')
  return address
}

async function sign(provider: WalletProvider, message: string, address: string): Promise<string> {
  let signature: unknown
  try {
    signature = await provider.request({ method: 'personal_sign', params: [toHex(message), address] })
  } catch (cause) {
    throw signError(cause)
  }
  if (typeof signature !== 'string') throw new WalletError('SIGN_FAILED', 'The wallet returned no signature')
  return signature
}

/** Not every wallet emits account changes, so the account is checked before submitting. */
async function stillActive(provider: WalletProvider, address: string): Promise<void> {
  const [active] = accountsIn(await provider.request({ method: 'eth_accounts' }).catch(() => [address]))
  if (!active || !sameAddress(active, address)) throw new WalletError('ACCOUNT_CHANGED')
}

function watchAccount(provider: WalletProvider, address: string, outer: AbortSignal) {
  const changed = new AbortController()
  const signal = anySignal(outer, changed.signal)
  const onAccounts = (accounts: unknown) => {
    const [active] = accountsIn(accounts)
    if (!active || !sameAddress(active, address)) changed.abort(new WalletError('ACCOUNT_CHANGED'))
  }
  provider.on?.('accountsChanged', onAccounts)
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  stopped.catch(() => undefined)
  return {
    signal,
    /** Rejects if the account changes or the dialog is closed first. */
    async orChange<T>(step: Promise<T>): Promise<T> {
      step.catch(() => undefined)
      const value = await Promise.race([step, stopped])
      signal.throwIfAborted()
      return value
    },
    stop: () => provider.removeListener?.('accountsChanged', onAccounts),
  }
}
