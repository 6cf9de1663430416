import { AURA_LEVELS, levelOfStreak } from '@aura/api/levels'

const UNLIT = AURA_LEVELS.length

/** Returns the place of a streak's level among `levelColors`. */
export const colorOfDays = (days: number): number => (days > 0 ? AURA_LEVELS.indexOf(levelOfStreak(days)) : UNLIT)
