export type LevelKey = 'clout' | 'attention' | 'dedicated' | 'grinder' | 'vader'

export interface AuraLevel {
  key: LevelKey
  name: string
  minDays: number
  /** Last streak day of the level; null means open-ended. */
  maxDays: number | null
  /** Start of the level's bar in AP; the level itself depends on days alone. */
  minPoints: number
  maxPoints: number | null
  color: string
}

export const AURA_LEVELS: readonly AuraLevel[] = [
  {
    key: 'clout',
    name: 'Clout Chaser',
    minDays: 0,
    maxDays: 4,
    minPoints: 0,
    maxPoints: 499,
    color: 'blue',
  },
  {
    key: 'attention',
    name: 'Attention Seeker',
    minDays: 5,
    maxDays: 9,
    minPoints: 500,
    maxPoints: 2_499,
    color: 'purple',
  },
  {
    key: 'dedicated',
    name: 'Dedicated',
    minDays: 10,
    maxDays: 14,
    minPoints: 2_500,
    maxPoints: 9_999,
    color: 'emerald',
  },
  {
    key: 'grinder',
    name: 'Grinder',
    minDays: 15,
    maxDays: 29,
    minPoints: 10_000,
    maxPoints: 49_999,
    color: 'green',
  },
  {
    key: 'vader',
    name: 'Aura Vader',
    minDays: 30,
    maxDays: null,
    minPoints: 50_000,
    maxPoints: null,
    color: 'yellow',
  },
]

/** Returns the level whose day range contains the streak, or the first level. */
export function levelOfStreak(streakDays: number): AuraLevel {
  const found = AURA_LEVELS.find((l) => streakDays >= l.minDays && (l.maxDays === null || streakDays <= l.maxDays))
  return found ?? (AURA_LEVELS[0] as AuraLevel)
}
