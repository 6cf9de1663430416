import type { Answer } from '@aura/api/calls'
import type { BattleOfUser } from '@aura/api/calls/people'
import { AURA_LEVELS, type AuraLevel, levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { calendarFormat } from '#lib/time/times'

export type Profile = Answer<'GET /api/users/:id'>

export type ProfileViewer = 'visitor' | 'owner' | 'other'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export const isUserId = (id: string): boolean => UUID.test(id)

export const nameOf = ({ username, firstName }: { username: string; firstName: string | null }): string =>
  username || firstName || 'Anonymous User'

export interface LevelProgress {
  level: AuraLevel
  next: AuraLevel | null
  /** Progress of the points between two levels' minimums, 0 to 1. It has no part in the level. */
  share: number
  /** The next level's minimum points; null at the highest level. */
  mark: number | null
  pointsRemaining: number
  daysRemaining: number
}

export function levelProgress(streakDays: number, auraPoints: number): LevelProgress {
  const level = levelOfStreak(streakDays)
  const next = AURA_LEVELS[AURA_LEVELS.indexOf(level) + 1] ?? null
  if (next === null) return { level, next, share: 1, mark: null, pointsRemaining: 0, daysRemaining: 0 }
  const share = (auraPoints - level.minPoints) / (next.minPoints - level.minPoints)
  return {
    level,
    next,
    share: Math.min(1, Math.max(0, share)),
    mark: next.minPoints,
    pointsRemaining: Math.max(0, next.minPoints - auraPoints),
    daysRemaining: next.minDays - streakDays,
  }
}

export function formatEth(usdc: number, usdPerEth: number): string {
  const [whole = '', rest] = (usdc / usdPerEth).toFixed(4).split('.')
  return `${formatWhole(whole)}.${rest}`
}

/** Returns wins in percent with at most one decimal; 0 without battles. */
export function winRate({ total, won }: { total: number; won: number }): string {
  if (total === 0) return '0%'
  const tenths = Math.round((won / total) * 1_000)
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)}%`
}

/** Returns what each side has of what decides the battle, the person first. */
export const scoreText = ({
  points,
  steeze,
  opponentSteeze,
}: Pick<BattleOfUser, 'points' | 'steeze' | 'opponentSteeze'>): string =>
  points
    ? `${points.own} to ${points.opponent} points`
    : `${formatWhole(steeze)} to ${formatWhole(opponentSteeze)} Steeze`

export const dayText = calendarFormat({ day: 'numeric', month: 'short', year: 'numeric' })
