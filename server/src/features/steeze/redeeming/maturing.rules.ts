/** Maturing gifts of a battle that ended less than the maturing time ago. */
export interface RecentGifts {
  endsAt: Date
  amount: number
}

export interface Maturing {
  /** Steeze that can be redeemed now. */
  redeemable: number
  /** The rest of the earned Steeze, with the next part of it that can be redeemed. */
  amount: number
  next: { amount: number; at: Date } | null
  /** Returns when this amount can be redeemed, or null if it is more than was earned. */
  whenRedeemable(amount: number): Date | null
}

/** Splits earned Steeze into what can be redeemed now and later. Spending uses mature Steeze first. */
export function maturingOf(
  { earned, now, maturingMs }: { earned: number; now: Date; maturingMs: number },
  gifts: readonly RecentGifts[],
): Maturing {
  const waiting = gifts
    .map(({ endsAt, amount }) => ({ at: new Date(endsAt.getTime() + maturingMs), amount }))
    .filter(({ at }) => at > now)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  let left = waiting.reduce((sum, { amount }) => sum + amount, 0)
  const redeemable = Math.max(0, earned - left)
  const later: { at: Date; redeemable: number }[] = []
  for (const { at, amount } of waiting) {
    left -= amount
    const before = later.at(-1)
    if (before?.at.getTime() === at.getTime()) before.redeemable = Math.max(0, earned - left)
    else later.push({ at, redeemable: Math.max(0, earned - left) })
  }
  const next = later.find((moment) => moment.redeemable > redeemable)
  return {
    redeemable,
    amount: earned - redeemable,
    next: next ? { amount: next.redeemable - redeemable, at: next.at } : null,
    whenRedeemable: (amount) =>
      amount <= redeemable ? now : (later.find((moment) => moment.redeemable >= amount)?.at ?? null),
  }
}
