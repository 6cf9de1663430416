import { ConnectCancelled } from './provider-rpc-error.ts'

/** Why a wallet could not be used. */
export type WalletFailure =
  | 'NOT_FOUND'
  | 'NOT_FOUND_MOBILE'
  | 'CONNECT_CANCELLED'
  | 'CONNECT_REJECTED'
  | 'CONNECT_PENDING'
  | 'CONNECT_FAILED'
  | 'CONNECT_MOBILE'
  | 'SIGN_REJECTED'
  | 'SIGN_FAILED'
  | 'ACCOUNT_CHANGED'

/** A failure on the wallet's side. The codes a wallet gives are translated once, here. */
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

/** What a wallet says of its failure, if it says anything. */
function rpcMessage(error: unknown): string {
  if (typeof error === 'string') return error
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
}

/** A refused or failed `eth_requestAccounts`. In a phone's wallet its own message is all there is to go by. */
export function connectError(cause: unknown, mobile: boolean): WalletError {
  if (cause instanceof ConnectCancelled) return new WalletError('CONNECT_CANCELLED', cause.message, { cause })
  if (mobile) return new WalletError('CONNECT_MOBILE', rpcMessage(cause) || 'Error connecting wallet', { cause })
  const code = rpcCode(cause)
  if (code === USER_REJECTED) return new WalletError('CONNECT_REJECTED', rpcMessage(cause), { cause })
  if (code === REQUEST_PENDING) return new WalletError('CONNECT_PENDING', rpcMessage(cause), { cause })
  return new WalletError('CONNECT_FAILED', rpcMessage(cause), { cause })
}

/** A refused or failed `personal_sign`. */
export const signError = (cause: unknown): WalletError =>
  new WalletError(rpcCode(cause) === USER_REJECTED ? 'SIGN_REJECTED' : 'SIGN_FAILED', rpcMessage(cause), { cause })
