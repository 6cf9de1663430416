export class ProviderRpcError extends Error {
  override readonly name: string = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, { data, ...options }: ErrorOptions & { data?: unknown } = {}) {
    super(message, options)
    this.code = code
    this.data = data
  }
}

/** The user closed a window of this page that waited for a wallet; no message is needed. */
export class ConnectCancelled extends ProviderRpcError {
  override readonly name = 'ConnectCancelled'

  constructor() {
    super(4001, 'User rejected the request.')
  }
}
