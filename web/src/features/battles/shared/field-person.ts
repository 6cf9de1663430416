import type { Side } from './battle-view.ts'

/** A side as the battle field draws it. */
export const fieldPerson = ({ person, color }: Side, gifters: readonly { amount: number }[] = []) => ({
  id: person.id,
  days: person.currentStreak,
  auraPoints: person.auraPoints,
  color,
  gifts: gifters.map(({ amount }) => amount),
})
