interface Newcomer {
  id: string
  currentStreak: number
  auraPoints: number
  walletBonusAp: number
}

/** Returns the celebration of the wallet's bonus, which has been paid; null without one. */
export function bonusOf({ id, currentStreak: days, auraPoints, walletBonusAp: amount }: Newcomer) {
  if (amount === 0) return null
  return {
    userId: id,
    gained: { amount, unit: 'AP' as const },
    before: { days, auraPoints: Math.max(0, auraPoints - amount) },
    after: { days, auraPoints },
    text: 'Your first points, for your wallet. Paid once.',
    key: 'wallet-bonus',
  }
}

export function ringWords(days: number): { title: string; text: string } {
  if (days === 0) {
    return { title: 'Your ring, unlit', text: 'Each day you learn lights one line of it. Lesson 1 lights the first.' }
  }
  return {
    title: `Your ring, day ${days}`,
    text: `${days === 1 ? 'One line is' : `${days} lines are`} lit. Each day you learn lights the next.`,
  }
}
