import type { Abi, Hex } from 'viem'
import { decodeErrorResult } from 'viem/utils'
import type { ContractTexts } from './contract-texts.ts'

const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/exceeds balance|insufficient balance/i, 'You don’t have enough USDC in your wallet.'],
  [/exceeds allowance|insufficient allowance/i, 'Your wallet hasn’t approved this amount of USDC.'],
  [/blacklisted|blocklisted|blocked/i, 'USDC blocks one of these addresses.'],
  [/paused/i, 'USDC is paused right now.'],
]

export function explainRevert(error: unknown, { abi, reverts }: Pick<ContractTexts, 'abi' | 'reverts'>): string | null {
  for (const data of revertData(error)) {
    const { errorName = '', args = [] } = decoded(() => decodeErrorResult({ abi, data })) ?? {}
    const explain = reverts[errorName]
    if (explain) return explain(args as readonly unknown[])
  }
  return null
}

/** Returns whether a contract with this ABI refused for a reason of its own, rather than passing on a token's refusal. */
export const isOwnRevert = (error: unknown, abi: Abi): boolean =>
  revertData(error).some((data) => {
    const name = decoded(() => decodeErrorResult({ abi, data }))?.errorName
    return name !== TOKENS_REFUSAL && abi.some((item) => item.type === 'error' && item.name === name)
  })

/** OpenZeppelin's error for a token that refuses without saying why. */
const TOKENS_REFUSAL = 'SafeERC20FailedOperation'

/** Returns the text for a plain-text reason, which any contract may give, or null. */
export function explainReason(error: unknown): string | null {
  for (const data of revertData(error)) {
    const { errorName, args = [] } = decoded(() => decodeErrorResult({ data })) ?? {}
    if (errorName === 'Error') return textOf(String(args[0]))
  }
  return null
}

const textOf = (reason: string): string => TEXTS.find(([pattern]) => pattern.test(reason))?.[1] ?? reason

function decoded<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}

/**
 * Returns all possible revert data in the error, at any depth: hex strings of at least a selector. The whole error is
 * searched, since revert data has no fixed place.
 */
export function revertData(error: unknown, depth = 0): Hex[] {
  if (typeof error === 'string') return /^0x[0-9a-f]{8,}$/i.test(error) ? [error as Hex] : []
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const { data, cause, error: inner, originalError } = error as Record<string, unknown>
  return [data, originalError, inner, cause].flatMap((part) => revertData(part, depth + 1))
}
