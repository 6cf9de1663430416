import { AURA_LEVELS, type AuraLevel, type LevelKey, levelOfStreak } from '@aura/api/levels'

/** The last day reaches the last level. */
export const RULE_DAYS = 30

export interface RuleTick {
  day: number
  x: number
  lit: boolean
  threshold: boolean
  level: LevelKey
}

const place = (day: number): number => ((day - 0.5) / RULE_DAYS) * 100

export const ruleTicks = (streak: number): RuleTick[] =>
  Array.from({ length: RULE_DAYS }, (_, i) => {
    const day = i + 1
    const level = levelOfStreak(day)
    return { day, x: place(day), lit: day <= streak, threshold: day === level.minDays, level: level.key }
  })

export interface RuleLabel {
  level: LevelKey
  text: string
  x: number
  reached: boolean
}

export const ruleLabels = (streak: number): RuleLabel[] =>
  AURA_LEVELS.map((level) => ({
    level: level.key,
    text: labelOf(level),
    x: place(Math.max(1, level.minDays)),
    reached: streak >= Math.max(1, level.minDays),
  }))

export function shortLabels(streak: number): RuleLabel[] {
  const all = ruleLabels(streak)
  const own = AURA_LEVELS.indexOf(levelOfStreak(streak))
  const picked = [Math.min(own, all.length - 3), Math.min(own + 1, all.length - 2), all.length - 1]
  return picked.flatMap((i) => all[i] ?? [])
}

const labelOf = ({ minDays, name }: AuraLevel): string => (minDays > 0 ? `${minDays} ${name}` : name)

export function aheadText(streak: number): string {
  const next = AURA_LEVELS.find((level) => level.minDays > streak)
  return next ? `${next.minDays - streak} more to ${next.name}` : 'the highest level'
}
