import { type AuraLevel, type LevelKey, levelOfStreak } from '@aura/api/levels'

export const GROWTH_MS = 1_200

export function grownAfter(passedMs: number): number {
  const t = Math.min(1, Math.max(0, passedMs / GROWTH_MS))
  return 1 - (1 - t) ** 3
}

export const rimAfter = (passedMs: number): number =>
  passedMs <= 0 || passedMs >= GROWTH_MS ? 0 : Math.sin((passedMs / GROWTH_MS) * Math.PI)

export function levelReached(daysBefore: number, daysAfter: number): AuraLevel | null {
  const [before, after] = [levelOfStreak(daysBefore), levelOfStreak(daysAfter)]
  return after.minDays > before.minDays ? after : null
}

/** `perksOf` returns a sentence for each advantage of a level. */
export function celebrationText(
  daysBefore: number,
  daysAfter: number,
  text: string,
  perksOf: (level: LevelKey) => readonly string[],
): string {
  const level = levelReached(daysBefore, daysAfter)
  return level ? [`Level up: ${level.name}.`, ...perksOf(level.key)].join(' ') : text
}
