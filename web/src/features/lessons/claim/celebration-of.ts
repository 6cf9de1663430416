interface Person {
  id: string
  currentStreak: number
  auraPoints: number
}

interface Earned {
  auraEarned: number
  newStreak: number
}

/** Returns whether it was a day's first claim or review. Later ones are shown in place instead of celebrated. */
export const lightsDay = (before: Person, { newStreak }: Earned): boolean => newStreak > before.currentStreak

export const celebrationOf = (before: Person, { auraEarned, newStreak }: Earned) => ({
  userId: before.id,
  gained: { amount: auraEarned, unit: 'AP' as const },
  before: { days: before.currentStreak, auraPoints: before.auraPoints },
  after: { days: newStreak, auraPoints: before.auraPoints + auraEarned },
  text: `Line ${newStreak} is lit.`,
})
