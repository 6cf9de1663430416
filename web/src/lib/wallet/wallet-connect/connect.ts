import { ConnectCancelled, ProviderRpcError } from '#lib/wallet/provider-rpc-error'
import type { Session, SignClient } from './sign-client.ts'

/** What the window shows while a wallet is waited for. */
export type ConnectStep = { kind: 'asking' } | { kind: 'scan'; uri: string } | { kind: 'expired' }

/** The window that holds the code to scan. */
export interface ConnectWindow {
  show(step: ConnectStep): void
  close(): void
}

export interface ConnectDeps {
  chainId: number
  /** Fetches and starts the library; asked again after a failure. */
  load(): Promise<SignClient>
  openWindow(events: { onCancel(): void; onAgain(): void }): Promise<ConnectWindow>
  /** How long the relay is waited for, in milliseconds. */
  relayWaitMs: number
}

/** Says no more than the product's own text, since on a phone a wallet's message is shown as it is. */
const failed = (cause: unknown) => new ProviderRpcError(4900, 'Failed to connect wallet. Please try again.', { cause })

/** A wallet's no: WalletConnect has codes of its own for it (5000 to 5003), which mean what 4001 means. */
export function asRpcError(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : Number.NaN
  const isRefusal = code === 4001 || (code >= 5000 && code <= 5003)
  return isRefusal ? new ProviderRpcError(4001, 'User rejected the request.', { cause: error }) : error
}

/**
 * Shows a code and waits until a wallet has scanned and approved it. Fails with 4001 when the wallet refuses, with
 * ConnectCancelled when the person closes the window, and with 4900 when the library or the relay can't be reached.
 */
export async function connect(deps: ConnectDeps): Promise<Session> {
  const cancelled = Promise.withResolvers<never>()
  cancelled.promise.catch(() => undefined)
  const orCancelled = <T>(step: Promise<T>): Promise<T> => Promise.race([step, cancelled.promise])
  let again = () => {}
  const window = await deps
    .openWindow({ onCancel: () => cancelled.reject(new ConnectCancelled()), onAgain: () => again() })
    .catch((cause: unknown) => Promise.reject(failed(cause)))
  try {
    for (;;) {
      window.show({ kind: 'asking' })
      const { uri, approval } = await orCancelled(propose(deps))
      window.show({ kind: 'scan', uri })
      const session = await orCancelled(approved(approval))
      if (session) return session
      window.show({ kind: 'expired' })
      await orCancelled(
        new Promise<void>((resolve) => {
          again = resolve
        }),
      )
    }
  } finally {
    window.close()
  }
}

async function propose({ load, chainId, relayWaitMs }: ConnectDeps) {
  try {
    return await within(
      relayWaitMs,
      load().then((client) => client.propose(chainId)),
    )
  } catch (cause) {
    throw failed(cause)
  }
}

/** Null when nobody scanned the code while it was good. */
async function approved(approval: Promise<Session>): Promise<Session | null> {
  try {
    return await approval
  } catch (error) {
    if (error instanceof Object && 'message' in error && /expired/i.test(String(error.message))) return null
    throw asRpcError(error)
  }
}

function within<T>(ms: number, step: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms)
    step.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
