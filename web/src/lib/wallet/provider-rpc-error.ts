/** An error as EIP-1193 defines it. */
export class ProviderRpcError extends Error {
  override readonly name: string = 'ProviderRpcError'
  readonly code: number
  /** What a contract said when it refused, as it stands on chain. */
  readonly data: unknown

  constructor(code: number, message: string, { data, ...options }: ErrorOptions & { data?: unknown } = {}) {
    super(message, options)
    this.code = code
    this.data = data
  }
}

/** The person closed a window of this page that waited for a wallet: they know, and need no message. */
export class ConnectCancelled extends ProviderRpcError {
  override readonly name = 'ConnectCancelled'

  constructor() {
    super(4001, 'User rejected the request.')
  }
}
