import { formatUsdc, formatWhole } from '@aura/api/money'

/** A notice about somebody's Steeze; its `key` makes it unique. */
export interface SteezeNotice {
  userId: string
  type: 'steeze_update'
  title: string
  message: string
  /** Its receipt; null where there is none. */
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

/** A purchase was credited. `isClaimed`: to whoever bound its wallet afterwards. */
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

/** The network took a purchase back. `owed` is what its buyer owes in all since then. */
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

/** A redemption was paid. `stillHeld` is what is left of it to withdraw. */
export const settlementNotice = (
  { eventId, amount, usdcMicros }: Paid,
  userId: string,
  stillHeld: number,
): SteezeNotice =>
  notice(userId, `steeze-withdrawal/${eventId}/settled`, String(eventId), [
    `You redeemed ${formatWhole(amount)} Steeze`,
    `${formatUsdc(usdcMicros)} USDC is in your wallet.${stillHeld > 0 ? ` ${formatWhole(stillHeld)} Steeze is still held for the rest.` : ''}`,
  ])

/** A redemption was never used, and what it held is free again. */
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
