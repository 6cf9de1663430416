import { formatUsdc, formatWhole, STEEZE_PRICE_MICROS } from '@aura/api/money'
import { RULES } from '@aura/api/rules'
import { auraVouchAbi, steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import type { Hex } from 'viem'
import { decodeErrorResult } from 'viem/utils'

const errors = [...auraVouchAbi, ...steezeStackAbi, ...usdcAbi].filter((entry) => entry.type === 'error')

type Explain = (args: readonly unknown[]) => string
const whole = (value: unknown) => formatWhole(Number(value))
const usdc = (value: unknown) => formatUsdc(Number(value))

/** Texts for our contracts' errors. */
const EXPLANATIONS: Record<string, Explain> = {
  TargetIsCaller: () => 'You cannot vouch for yourself.',
  TargetIsNobody: () => 'This person has no wallet to receive USDC.',
  BelowMinimum: () => `The minimum vouch is ${RULES.vouchMinUsdc} USDC.`,
  NotWholeUsdc: () => 'You can only vouch whole USDC.',
  AbovePairCap: ([remaining]) => `You can vouch ${usdc(remaining)} USDC more for this person.`,
  NotWholeSteeze: () => `Steeze is sold in steps of ${usdc(STEEZE_PRICE_MICROS)} USDC.`,
  NothingToWithdraw: () => 'There is nothing to redeem.',
  LimitExpired: () => 'This redemption has expired. Start it again.',
  InvalidSignature: () => 'The contract rejected the signature for this redemption. Start it again.',
  AboveLimit: ([remaining]) => `This signature covers only ${whole(remaining)} more Steeze.`,
  AboveOutstanding: () => 'You can’t redeem more Steeze than exists.',
  AboveDailyCap: ([remaining]) => `Today's limit leaves ${usdc(remaining)} USDC. Try again tomorrow (UTC).`,
  NotCovered: () => 'The token did not deliver the full amount.',
  EnforcedPause: () => 'Buying and redeeming are paused right now.',
}

/** Texts for plain-text revert reasons of tokens, by a substring. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/exceeds balance|insufficient balance/i, 'You don’t have enough USDC in your wallet.'],
  [/exceeds allowance|insufficient allowance/i, 'Your wallet hasn’t approved this amount of USDC.'],
  [/blacklisted|blocklisted|blocked/i, 'USDC blocks one of these addresses.'],
  [/paused/i, 'USDC is paused right now.'],
]

/** Returns the text for a revert, or null. The whole error is searched: revert data has no fixed place. */
export function explainRevert(error: unknown): string | null {
  for (const data of revertData(error)) {
    const decoded = decode(data)
    if (!decoded) continue
    if (decoded.name === 'Error') return textOf(String(decoded.args[0]))
    const explain = EXPLANATIONS[decoded.name]
    if (explain) return explain(decoded.args)
  }
  return null
}

const textOf = (reason: string): string => TEXTS.find(([pattern]) => pattern.test(reason))?.[1] ?? reason

function decode(data: Hex): { name: string; args: readonly unknown[] } | null {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: errors, data })
    return { name: errorName, args: args as readonly unknown[] }
  } catch {
    return null
  }
}

/** Returns all possible revert data in the error, at any depth: hex strings of at least a selector. */
function revertData(error: unknown, depth = 0): Hex[] {
  if (typeof error === 'string') return /^0x[0-9a-f]{8,}$/i.test(error) ? [error as Hex] : []
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const { data, cause, error: inner, originalError } = error as Record<string, unknown>
  return [data, originalError, inner, cause].flatMap((part) => revertData(part, depth + 1))
}
