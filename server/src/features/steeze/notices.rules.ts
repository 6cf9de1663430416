import { formatUsdc, formatWhole } from '@aura/api/money'

export interface SteezeNotice {
  userId: string
  type: 'steeze_update'
  title: string
  message: string
  /** Id of its receipt; null without one. */
  relatedId: string | null
  key: string
}

const notice = (userId: string, key: string, relatedId: string | null, [title, message]: [string, string]) =>
  ({ userId, type: 'steeze_update', title, message, relatedId, key }) satisfies SteezeNotice

interface Paid {
  eventId: number
  amount: number
  usdcMicros: number
}

export const creditNotice = (
  { eventId, key, amount, usdcMicros }: Paid & { key: string },
  userId: string,
  { isClaimed }: { isClaimed: boolean },
): SteezeNotice =>
  notice(userId, `${key}/credited`, String(eventId), [
    `You bought ${formatWhole(amount)} Steeze`,
    isClaimed
      ? `The wallet you connected had paid ${formatUsdc(usdcMicros)} USDC for it.`
      : `Your payment of ${formatUsdc(usdcMicros)} USDC is confirmed.`,
  ])

export const reversalNotice = (
  { key, amount }: { key: string; amount: number },
  userId: string,
  owed: number,
): SteezeNotice =>
  notice(userId, `${key}/reversed`, null, [
    'A purchase was reversed by the network',
    owed === 0
      ? `${formatWhole(amount)} Steeze left your balance again.`
      : `You had spent some of its ${formatWhole(amount)} Steeze and owe ${formatWhole(owed)}. Your next Steeze pays that first. Until then you can’t stake, gift or redeem.`,
  ])

export const settlementNotice = (
  { eventId, amount, usdcMicros }: Paid,
  userId: string,
  stillHeld: number,
): SteezeNotice =>
  notice(userId, `steeze-withdrawal/${eventId}/settled`, String(eventId), [
    `You redeemed ${formatWhole(amount)} Steeze`,
    `${formatUsdc(usdcMicros)} USDC is in your wallet.${stillHeld > 0 ? ` ${formatWhole(stillHeld)} Steeze is still held for the rest.` : ''}`,
  ])

export const releaseNotice = ({
  id,
  userId,
  remaining,
}: {
  id: string
  userId: string
  remaining: number
}): SteezeNotice =>
  notice(userId, `steeze-redemption/${id}/released`, null, [
    'Your redemption ran out',
    `It wasn’t used in time. ${formatWhole(remaining)} Steeze is back in your balance.`,
  ])

interface Reviewed {
  id: string
  userId: string
  amount: number
}

const reviewKey = (id: string, what: string, at: Date) => `redemption-review/${id}/${what}/${at.getTime()}`

/** Returns the notice of an approval. `by` is the approval's end. */
export const approvalNotice = ({ id, userId, amount }: Reviewed, { by, now }: { by: string; now: Date }) =>
  notice(userId, reviewKey(id, 'approved', now), null, [
    'Your redemption is approved',
    `Withdraw ${formatWhole(amount)} Steeze with your wallet by ${by}.`,
  ])

export const rejectionNotice = ({ id, userId, amount }: Reviewed, now: Date) =>
  notice(userId, reviewKey(id, 'rejected', now), null, [
    'Your redemption was rejected',
    `${formatWhole(amount)} Steeze is in your balance. Read why, and appeal once if it’s wrong.`,
  ])

export const reopenedNotice = ({ id, userId, amount }: Reviewed, now: Date) =>
  notice(userId, reviewKey(id, 'reopened', now), null, [
    'Your redemption is being checked again',
    `The decision about ${formatWhole(amount)} Steeze was taken back. A new one follows.`,
  ])

export const overdueNotice = ({
  id,
  userId,
  amount,
  status,
  until,
}: Reviewed & { status: string; until: Date | null }) =>
  notice(
    userId,
    reviewKey(id, 'overdue', until ?? new Date(0)),
    null,
    status === 'approved'
      ? ['Your redemption ran out', `It wasn’t used in time. ${formatWhole(amount)} Steeze is in your balance.`]
      : [
          'Your redemption wasn’t decided in time',
          `We’re sorry. ${formatWhole(amount)} Steeze is in your balance, and you can redeem again.`,
        ],
  )

export const deskNotice = (
  { id, amount }: Pick<Reviewed, 'id' | 'amount'>,
  { adminId, until, by }: { adminId: string; until: Date; by: string },
) => ({
  userId: adminId,
  type: 'other' as const,
  title: 'A redemption waits for you',
  message: `${formatWhole(amount)} Steeze. Decide by ${by}.`,
  relatedId: null,
  key: reviewKey(id, `desk/${adminId}`, until),
})
