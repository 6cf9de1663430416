import { GIFT_AMOUNT_INVALID } from '@aura/api/battle-errors'
import { type ErrorText, errorText } from '#lib/error-text'
import { errorTexts } from '../shared/error-texts.ts'

interface GiftFacts {
  isSignedIn: boolean
  amount: number | null
  balance: number
}

const NOT_SIGNED_IN: ErrorText = {
  title: 'Authentication Required',
  description: 'Please log in to gift Steeze tokens',
}

export const INVALID_AMOUNT: ErrorText = {
  title: 'Invalid Amount',
  description: GIFT_AMOUNT_INVALID.message,
}

/** Returns a gift's first problem, or null: sign-in, amount, balance. */
export function giftProblem({ isSignedIn, amount, balance }: GiftFacts): ErrorText | null {
  if (!isSignedIn) return NOT_SIGNED_IN
  if (amount === null || !Number.isSafeInteger(amount) || amount < 1) return INVALID_AMOUNT
  return amount > balance ? { title: 'Gift Failed', description: "You don't have enough Steeze for this gift." } : null
}

export const isVote = (amount: number): boolean => amount === 1

export const giftFailure = (error: unknown, amount: number): ErrorText =>
  errorText(error, isVote(amount) ? errorTexts.vote : errorTexts.gift)
