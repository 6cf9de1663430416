import type { ReviewStatus } from '@aura/api/calls/steeze'
import { formatWhole } from '@aura/api/money'

/** Why a redemption waits: one of them at least. */
export interface ReviewCause {
  /** The limit of 24 hours that it exceeds; null if it doesn't. */
  above: number | null
  /** An account that gifted the person is related to theirs. */
  isRelated: boolean
}

/** Returns null if the redemption can be signed at once. */
export function causeOf(
  { amount, redeemed, hasRelatedGiver }: { amount: number; redeemed: number; hasRelatedGiver: boolean },
  limit: number,
): ReviewCause | null {
  const isAbove = redeemed + amount > limit
  return isAbove || hasRelatedGiver ? { above: isAbove ? limit : null, isRelated: hasRelatedGiver } : null
}

/** For the person concerned; it names nobody. */
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

/** Waiting for an admin, or for the person to withdraw it. A person has at most one. */
export const isOpen = (status: ReviewStatus): boolean => status === 'waiting' || status === 'approved'

export const isDecided = (status: ReviewStatus): boolean => status === 'approved' || status === 'rejected'

/** Above the limit one admin's approval is not enough. */
export const needsSecond = ({ above }: Pick<ReviewCause, 'above'>): boolean => above !== null

/** Once, against the hold while it waits or against a rejection. */
export const mayAppeal = ({ status, appealedAt }: { status: ReviewStatus; appealedAt: Date | null }): boolean =>
  appealedAt === null && (status === 'waiting' || status === 'rejected')
