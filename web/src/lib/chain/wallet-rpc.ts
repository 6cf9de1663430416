import type { WalletProvider } from '../wallet/provider.ts'
import { ChainFailure } from './chain-failure.ts'
import { explainRevert } from './explain-revert.ts'

/** Codes of EIP-1193 and EIP-1474. */
const USER_REJECTED = 4001
export const UNKNOWN_CHAIN = 4902
const UNAUTHORIZED = 4100
const UNSUPPORTED_METHODS: readonly unknown[] = [4200, -32601, -32004]
const DISCONNECTED: readonly unknown[] = [4900, 4901]
const REQUEST_PENDING = -32002
/** What nodes say when a sender has less ether than value and gas; there is no code for it. */
const NO_GAS = /insufficient (funds|balance)|gas required exceeds allowance/i
const NO_ANSWER = /failed to fetch|network ?error|fetch failed|timed? ?out|disconnected|ECONN/i

const field = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined

/** The error's code; some wallets wrap the node's error in one of their own. */
export const codeOf = (error: unknown): unknown => field(error, 'code')

/** Whether a wallet says that it does not know a method, as opposed to refusing it. */
export function isUnsupported(error: unknown): boolean {
  return UNSUPPORTED_METHODS.includes(codeOf(error)) || /not support|unsupported method/i.test(messageOf(error))
}

/** What was said, of the wallet or of the node behind it. */
export function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  const message = field(error, 'message')
  return typeof message === 'string' ? message : ''
}

/** Whether the person said no. Some wallets lose the code on the way to the page, and keep the words. */
export const isRejection = (error: unknown): boolean =>
  codeOf(error) === USER_REJECTED || /user (rejected|denied)/i.test(messageOf(error))

/** A wallet's error as one of ours; the codes a wallet gives are translated once, here. */
export function chainFailure(error: unknown): ChainFailure {
  if (error instanceof ChainFailure) return error
  const code = codeOf(error)
  const message = messageOf(error)
  const explained = explainRevert(error)
  const told = { message: message || undefined, cause: error } as { message?: string; cause: unknown }
  if (isRejection(error)) return new ChainFailure('REJECTED', told)
  if (code === REQUEST_PENDING) return new ChainFailure('PENDING_REQUEST', told)
  if (code === UNAUTHORIZED) return new ChainFailure('LOCKED', told)
  if (explained) return new ChainFailure('REVERTED', { ...told, explanation: explained })
  if (NO_GAS.test(message)) return new ChainFailure('NOT_ENOUGH_GAS', told)
  if (DISCONNECTED.includes(code) || NO_ANSWER.test(message)) return new ChainFailure('UNREACHABLE', told)
  return new ChainFailure(/revert/i.test(message) ? 'REVERTED' : 'FAILED', told)
}

/** Asks the wallet; what fails is a ChainFailure. */
export async function ask<T>(provider: WalletProvider, method: string, params: readonly unknown[] = []): Promise<T> {
  try {
    return (await provider.request({ method, params })) as T
  } catch (error) {
    throw chainFailure(error)
  }
}
