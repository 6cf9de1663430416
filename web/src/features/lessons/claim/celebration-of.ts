interface Person {
  id: string
  currentStreak: number
  auraPoints: number
}

interface Earned {
  auraEarned: number
  newStreak: number
}

/** Whether a day's first claim or review earned this. The others are told where they happened, not celebrated. */
export const lightsDay = (before: Person, { newStreak }: Earned): boolean => newStreak > before.currentStreak

/** The celebration of a day's first claim or review. */
export const celebrationOf = (before: Person, { auraEarned, newStreak }: Earned) => ({
  userId: before.id,
  gained: { amount: auraEarned, unit: 'AP' as const },
  before: { days: before.currentStreak, auraPoints: before.auraPoints },
  after: { days: newStreak, auraPoints: before.auraPoints + auraEarned },
  text: `Line ${newStreak} is lit.`,
})
