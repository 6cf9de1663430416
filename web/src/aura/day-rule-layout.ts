import { AURA_LEVELS, type AuraLevel, type LevelKey, levelOfStreak } from '@aura/api/levels'

/** Days on the rule; the last level begins with the last of them. */
export const RULE_DAYS = 30

/** One day on the rule. */
export interface RuleTick {
  day: number
  /** Place from the left, in percent. */
  x: number
  lit: boolean
  /** A level begins here. */
  threshold: boolean
  level: LevelKey
}

const place = (day: number): number => ((day - 0.5) / RULE_DAYS) * 100

/** The thirty days of the rule, as many of them lit as the streak has. */
export const ruleTicks = (streak: number): RuleTick[] =>
  Array.from({ length: RULE_DAYS }, (_, i) => {
    const day = i + 1
    const level = levelOfStreak(day)
    return { day, x: place(day), lit: day <= streak, threshold: day === level.minDays, level: level.key }
  })

/** A level's name under the day it begins with. */
export interface RuleLabel {
  level: LevelKey
  text: string
  x: number
  reached: boolean
}

/** Names of all levels, each where it begins. */
export const ruleLabels = (streak: number): RuleLabel[] =>
  AURA_LEVELS.map((level) => ({
    level: level.key,
    text: labelOf(level),
    x: place(Math.max(1, level.minDays)),
    reached: streak >= Math.max(1, level.minDays),
  }))

/** Where there is room for three names only: the level one is on, the next, and the last. */
export function shortLabels(streak: number): RuleLabel[] {
  const all = ruleLabels(streak)
  const own = AURA_LEVELS.indexOf(levelOfStreak(streak))
  const picked = [Math.min(own, all.length - 3), Math.min(own + 1, all.length - 2), all.length - 1]
  return picked.flatMap((i) => all[i] ?? [])
}

const labelOf = ({ minDays, name }: AuraLevel): string => (minDays > 0 ? `${minDays} ${name}` : name)

/** What lies ahead, in words: '3 more to Grinder'. */
export function aheadText(streak: number): string {
  const next = AURA_LEVELS.find((level) => level.minDays > streak)
  return next ? `${next.minDays - streak} more to ${next.name}` : 'the highest level'
}
