import type { LevelKey } from '@aura/api/levels'
import { useFeatures } from '#lib/features-context'

export interface LevelPerk {
  readonly name: string
  readonly figure: (level: LevelKey) => string
  /** Sentence shown to people who reached the level. */
  readonly text: (level: LevelKey) => string
}

declare module '#lib/feature' {
  interface Feature {
    readonly levelPerk?: LevelPerk
  }
}

export const useLevelPerks = (): LevelPerk[] => useFeatures().flatMap(({ levelPerk }) => levelPerk ?? [])
