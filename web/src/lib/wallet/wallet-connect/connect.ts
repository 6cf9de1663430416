import { ConnectCancelled, ProviderRpcError } from '#lib/wallet/provider-rpc-error'
import type { Session, SignClient } from './sign-client.ts'

export type ConnectStep = { kind: 'asking' } | { kind: 'scan'; uri: string } | { kind: 'expired' }

export interface ConnectWindow {
  show(step: ConnectStep): void
  close(): void
}

export interface ConnectDeps {
  chainId: number
  /** Loads and starts the library. Called again after a failure. */
  load(): Promise<SignClient>
  openWindow(events: { onCancel(): void; onAgain(): void }): Promise<ConnectWindow>
  relayWaitMs: number
}

/** Always carries our own text, because phones show wallet messages unchanged. */
const failed = (cause: unknown) => new ProviderRpcError(4900, 'Failed to connect wallet. Please try again.', { cause })

/** Maps WalletConnect's rejections 5000 to 5003 to 4001; returns other errors unchanged. */
export function asRpcError(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : Number.NaN
  const isRefusal = code === 4001 || (code >= 5000 && code <= 5003)
  return isRefusal ? new ProviderRpcError(4001, 'User rejected the request.', { cause: error }) : error
}

/**
 * Shows a code and waits until a wallet has scanned and approved it. Throws 4001 if the wallet rejects,
 * ConnectCancelled if the user closes the window, and 4900 if the library or the relay is unreachable.
 */
export async function connect(deps: ConnectDeps): Promise<Session> {
  let onCancel = () => {}
  const cancelled = new Promise<never>((_, reject) => {
    onCancel = () => reject(new ConnectCancelled())
  })
  cancelled.catch(() => undefined)
  const orCancelled = <T>(step: Promise<T>): Promise<T> => Promise.race([step, cancelled])
  let again = () => {}
  const window = await deps
    .openWindow({ onCancel, onAgain: () => again() })
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
