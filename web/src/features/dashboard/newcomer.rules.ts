interface Person {
  currentStreak: number
  auraPoints: number
}

/** The days until figures stand above lessons. */
const FIRST_DAYS = 3
/** More than two days of lessons pay. Whoever has more has been here before. */
const FEW_POINTS = 500

/** Whether somebody is in their first days, so that lessons say more to them than figures. */
export const isNewcomer = ({ currentStreak, auraPoints }: Person): boolean =>
  currentStreak < FIRST_DAYS && auraPoints < FEW_POINTS

/** The words before the name. */
export const greeting = (person: Person): string =>
  person.currentStreak === 0 && isNewcomer(person) ? 'Day 0,' : 'Welcome back,'

/** Returns what the ring and the points are, for those who see them for the first time; null for everybody else. */
export function firstWords({ currentStreak, auraPoints }: Person): string | null {
  if (!isNewcomer({ currentStreak, auraPoints })) return null
  return currentStreak === 0
    ? 'Aura Points (AP) are what you earn here, first of all by learning. Your first lesson lights the first line of your ring.'
    : 'Each day you learn lights one line of your ring. Your level follows from the days in a row.'
}
