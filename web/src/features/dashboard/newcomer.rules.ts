interface Person {
  currentStreak: number
  auraPoints: number
}

const FIRST_DAYS = 3
/** Points beyond two days of lessons: a user with more has been here before. */
const FEW_POINTS = 500

/** Returns whether a user is in their first days, in which lessons matter more than figures. */
export const isNewcomer = ({ currentStreak, auraPoints }: Person): boolean =>
  currentStreak < FIRST_DAYS && auraPoints < FEW_POINTS

export const greeting = (person: Person): string =>
  person.currentStreak === 0 && isNewcomer(person) ? 'Welcome,' : 'Welcome back,'

export function firstWords({ currentStreak, auraPoints }: Person): string | null {
  if (!isNewcomer({ currentStreak, auraPoints })) return null
  return currentStreak === 0
    ? 'Aura Points (AP) are what you earn here, first of all by learning. Your first lesson lights the first line of your ring.'
    : 'Each day you learn lights one line of your ring. Your level follows from the days in a row.'
}
