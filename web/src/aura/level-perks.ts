import type { LevelKey } from '@aura/api/levels'
import { useFeatures } from '#lib/features-context'

/** An advantage of higher levels. */
export interface LevelPerk {
  /** Heads a column of `figure`. */
  readonly name: string
  readonly figure: (level: LevelKey) => string
  /** A sentence for somebody who reached the level. */
  readonly text: (level: LevelKey) => string
}

declare module '#lib/feature' {
  interface Feature {
    readonly levelPerk?: LevelPerk
  }
}

export const useLevelPerks = (): LevelPerk[] => useFeatures().flatMap(({ levelPerk }) => levelPerk ?? [])
