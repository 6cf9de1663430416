import { type ErrorText, errorText } from '#lib/error-text'
import { errorTexts } from '../shared/error-texts.ts'

interface GiftFacts {
  isSignedIn: boolean
  participantId: string | null
  amount: number | null
  balance: number
}

const NOT_SIGNED_IN: ErrorText = {
  title: 'Authentication Required',
  description: 'Please log in to gift Steeze tokens',
}

/** Returns a gift's first problem, or null: sign-in, recipient and amount present, amount, balance. */
export function giftProblem({
  isSignedIn,
  participantId,
  amount,
  balance,
}: GiftFacts): ErrorText | 'incomplete' | null {
  if (!isSignedIn) return NOT_SIGNED_IN
  if (participantId === null || amount === null) return 'incomplete'
  if (!Number.isSafeInteger(amount) || amount < 1) {
    return { title: 'Invalid Amount', description: 'Please enter a valid gift amount' }
  }
  return amount > balance ? { title: 'Gift Failed', description: "You don't have enough Steeze for this gift." } : null
}

export const isVote = (amount: number): boolean => amount === 1

export const giftFailure = (error: unknown, amount: number): ErrorText =>
  errorText(error, isVote(amount) ? errorTexts.vote : errorTexts.gift)
