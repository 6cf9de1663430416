import type { ReviewStatus } from '@aura/api/calls/steeze'
import { formatWhole } from '@aura/api/money'

/** Reasons why a redemption waits, at least one of which applies. */
export interface ReviewCause {
  /** The 24-hour limit that it exceeds; null if it doesn't. */
  above: number | null
  /** Whether an account that gifted the person is related to theirs. */
  isRelated: boolean
}

/** Returns the cause, or null if the redemption can be signed at once. */
export function causeOf(
  { amount, redeemed, hasRelatedGiver }: { amount: number; redeemed: number; hasRelatedGiver: boolean },
  limit: number,
): ReviewCause | null {
  const isAbove = redeemed + amount > limit
  return isAbove || hasRelatedGiver ? { above: isAbove ? limit : null, isRelated: hasRelatedGiver } : null
}

/** Returns the cause for the person concerned; it names no one. */
export function causeText({ above, isRelated }: ReviewCause): string {
  const reasons = [
    ...(above === null
      ? []
      : [
          above === 0
            ? 'We check every redemption.'
            : `We check redemptions above ${formatWhole(above)} Steeze in 24 hours.`,
        ]),
    ...(isRelated ? ['An account that gifted you looks related to yours.'] : []),
  ]
  return reasons.join(' ')
}

/** Returns whether it waits for an admin, or for the person to withdraw it. A person has at most one. */
export const isOpen = (status: ReviewStatus): boolean => status === 'waiting' || status === 'approved'

export const isDecided = (status: ReviewStatus): boolean => status === 'approved' || status === 'rejected'

/** Returns whether one admin's approval is not enough, which is the case above the limit. */
export const needsSecond = ({ above }: Pick<ReviewCause, 'above'>): boolean => above !== null

/** Returns whether the person may appeal: once, against the hold while it waits or against a rejection. */
export const mayAppeal = ({ status, appealedAt }: { status: ReviewStatus; appealedAt: Date | null }): boolean =>
  appealedAt === null && (status === 'waiting' || status === 'rejected')
