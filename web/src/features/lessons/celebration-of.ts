interface Person {
  id: string
  currentStreak: number
  auraPoints: number
}

export function celebrationOf(before: Person, { auraEarned, newStreak }: { auraEarned: number; newStreak: number }) {
  const isNewDay = newStreak > before.currentStreak
  return {
    userId: before.id,
    gained: { amount: auraEarned, unit: 'AP' as const },
    before: { days: before.currentStreak, auraPoints: before.auraPoints },
    after: { days: newStreak, auraPoints: before.auraPoints + auraEarned },
    text: isNewDay ? `Line ${newStreak} is lit.` : 'Today is already lit. These points are extra.',
  }
}
