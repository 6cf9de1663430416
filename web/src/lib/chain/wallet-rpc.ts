import type { WalletProvider } from '../wallet/provider.ts'
import { ChainFailure } from './chain-failure.ts'
import { explainReason, revertData } from './explain-revert.ts'

const USER_REJECTED = 4001
export const UNKNOWN_CHAIN = 4902
const UNAUTHORIZED = 4100
const UNSUPPORTED_METHODS: readonly unknown[] = [4200, -32601, -32004]
const DISCONNECTED: readonly unknown[] = [4900, 4901]
const REQUEST_PENDING = -32002
/** Node messages for a balance below value plus gas, for which no error code exists. */
const NO_GAS = /insufficient (funds|balance)|gas required exceeds allowance/i
const REVERTED = /revert|out ?of ?gas|opcode/i
const NO_ANSWER = /failed to fetch|network ?error|fetch failed|timed? ?out|disconnected|ECONN/i

const field = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined

export const codeOf = (error: unknown): unknown => field(error, 'code')

/** Returns whether the wallet doesn't support a method, as opposed to rejecting it. */
export function isUnsupported(error: unknown): boolean {
  return UNSUPPORTED_METHODS.includes(codeOf(error)) || /not support|unsupported method/i.test(messageOf(error))
}

export function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  const message = field(error, 'message')
  return typeof message === 'string' ? message : ''
}

/** Returns whether the user rejected. Some wallets lose the code on the way to the page but keep the message. */
export const isRejection = (error: unknown): boolean =>
  codeOf(error) === USER_REJECTED || /user (rejected|denied)/i.test(messageOf(error))

/** Converts a wallet error to a ChainFailure. Chain error codes are translated only here. */
export function chainFailure(error: unknown): ChainFailure {
  if (error instanceof ChainFailure) return error
  const code = codeOf(error)
  const message = messageOf(error)
  const explained = explainReason(error)
  const details = { message: message || undefined, cause: error } as { message?: string; cause: unknown }
  if (isRejection(error)) return new ChainFailure('REJECTED', details)
  if (code === REQUEST_PENDING) return new ChainFailure('PENDING_REQUEST', details)
  if (code === UNAUTHORIZED) return new ChainFailure('LOCKED', details)
  if (explained) return new ChainFailure('REVERTED', { ...details, explanation: explained })
  if (NO_GAS.test(message)) return new ChainFailure('NOT_ENOUGH_GAS', details)
  if (DISCONNECTED.includes(code) || NO_ANSWER.test(message)) return new ChainFailure('UNREACHABLE', details)
  const isReverted = revertData(error).length > 0 || REVERTED.test(message)
  return new ChainFailure(isReverted ? 'REVERTED' : 'FAILED', details)
}

export async function ask<T>(provider: WalletProvider, method: string, params: readonly unknown[] = []): Promise<T> {
  try {
    return (await provider.request({ method, params })) as T
  } catch (error) {
    throw chainFailure(error)
  }
}

/** Asks the wallet to send. Throws a ChainFailure, UNHEARD if it may have been sent nevertheless. */
export async function askToSend<T>(provider: WalletProvider, method: string, params: readonly unknown[]): Promise<T> {
  try {
    return await ask<T>(provider, method, params)
  } catch (error) {
    const failure = chainFailure(error)
    throw failure.reason === 'UNREACHABLE' ? unheard(failure) : failure
  }
}

/** Converts a failure to UNHEARD, for requests that may have been sent. */
export const unheard = ({ message, explanation, cause }: ChainFailure): ChainFailure =>
  new ChainFailure('UNHEARD', { message, explanation, cause })
