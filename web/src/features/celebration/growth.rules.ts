import { type AuraLevel, levelOfStreak } from '@aura/api/levels'

/** As long as a new line takes to grow, in milliseconds. */
export const GROWTH_MS = 1_200

/** 0 to 1: how far the growth is; fast at first, as a discharge is. */
export function grownAfter(passedMs: number): number {
  const t = Math.min(1, Math.max(0, passedMs / GROWTH_MS))
  return 1 - (1 - t) ** 3
}

/** 0 to 1: how bright the rim is meanwhile: once up, and down again. */
export const rimAfter = (passedMs: number): number =>
  passedMs <= 0 || passedMs >= GROWTH_MS ? 0 : Math.sin((passedMs / GROWTH_MS) * Math.PI)

/** The level that was reached, if one was. */
export function levelReached(daysBefore: number, daysAfter: number): AuraLevel | null {
  const [before, after] = [levelOfStreak(daysBefore), levelOfStreak(daysAfter)]
  return after.minDays > before.minDays ? after : null
}

/** The sentence under the number. */
export function celebrationText(daysBefore: number, daysAfter: number, text: string): string {
  const level = levelReached(daysBefore, daysAfter)
  return level ? `Level up: ${level.name}. Your vouches now count ${level.vouchingMultiplier}x.` : text
}
