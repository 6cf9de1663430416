import { ConnectCancelled } from './provider-rpc-error.ts'

export type WalletFailure =
  | 'NOT_FOUND'
  | 'NOT_FOUND_FOR_FEATURE'
  | 'NOT_FOUND_MOBILE'
  | 'CONNECT_CANCELLED'
  | 'CONNECT_REJECTED'
  | 'CONNECT_PENDING'
  | 'CONNECT_FAILED'
  | 'CONNECT_MOBILE'
  | 'SIGN_REJECTED'
  | 'SIGN_FAILED'
  | 'ACCOUNT_CHANGED'

/** A wallet failure. Wallet error codes are translated only here. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly reason: WalletFailure

  constructor(reason: WalletFailure, message: string = reason, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

const USER_REJECTED = 4001
const REQUEST_PENDING = -32002

const rpcCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

function rpcMessage(error: unknown): string {
  if (typeof error === 'string') return error
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
}

/** Maps a failed or rejected `eth_requestAccounts`. Mobile wallets often provide only a message. */
export function connectError(cause: unknown, mobile: boolean): WalletError {
  if (cause instanceof ConnectCancelled) return new WalletError('CONNECT_CANCELLED', cause.message, { cause })
  const code = rpcCode(cause)
  if (code === USER_REJECTED) return new WalletError('CONNECT_REJECTED', rpcMessage(cause), { cause })
  if (mobile) return new WalletError('CONNECT_MOBILE', rpcMessage(cause) || 'Error connecting wallet', { cause })
  if (code === REQUEST_PENDING) return new WalletError('CONNECT_PENDING', rpcMessage(cause), { cause })
  return new WalletError('CONNECT_FAILED', rpcMessage(cause), { cause })
}

/** Maps a failed or rejected `personal_sign`. */
export const signError = (cause: unknown): WalletError =>
  new WalletError(rpcCode(cause) === USER_REJECTED ? 'SIGN_REJECTED' : 'SIGN_FAILED', rpcMessage(cause), { cause })
