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

/** Returns the next level and the last, for rules too short for all; at the last two, both. */
export function shortLabels(streak: number): readonly [RuleLabel, RuleLabel] {
  const all = ruleLabels(streak)
  const next = Math.min(AURA_LEVELS.indexOf(levelOfStreak(streak)) + 1, all.length - 2)
  return [all[next] as RuleLabel, all[all.length - 1] as RuleLabel]
}

const labelOf = ({ minDays, name }: AuraLevel): string => (minDays > 0 ? `${minDays} ${name}` : name)

export function aheadText(streak: number): string {
  const next = AURA_LEVELS.find((level) => level.minDays > streak)
  return next ? `${next.minDays - streak} more to ${next.name}` : 'the highest level'
}
