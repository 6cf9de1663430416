import { RATING_RULES } from '@aura/api/rules/rating'
import rate from 'glicko2-lite'

/**
 * The rating of battles of rounds: Glicko-2, one update for each battle. All numbers are kept in whole hundredths of a
 * point and whole millionths of volatility, rounded after each battle, so that every server goes on from the same ones
 * and a replay of the battles leads to the same ratings.
 */

export interface Standing {
  /** Hundredths of a point. */
  rating: number
  deviation: number
  /** Millionths. */
  volatility: number
}

const PARTS = { point: 100, volatility: 1_000_000 } as const
const { start, caution } = RATING_RULES

export const START: Standing = {
  rating: start.points * PARTS.point,
  deviation: start.plusMinus * PARTS.point,
  /** Glickman's own, like the constraint on its change. */
  volatility: 60_000,
}
const TAU = 0.5

/** The result of a battle for a user, in halves. */
export type Score = 0 | 1 | 2
export const SCORES = { lost: 0, draw: 1, won: 2 } as const

export const scoreOf = (userId: string, winnerId: string | null): Score =>
  winnerId === null ? SCORES.draw : winnerId === userId ? SCORES.won : SCORES.lost

/**
 * Returns how strong an opponent is taken for: the winner's as weak as they may be, the loser's as strong. So opponents
 * who are unknown prove little, and nobody has to avoid them.
 */
const takenFor = (opponent: Standing, score: Score): number =>
  opponent.rating - (score - SCORES.draw) * caution * opponent.deviation

/** Returns a user's standing after a battle. */
export function afterBattle(own: Standing, opponent: Standing, score: Score): Standing {
  const points = (value: number) => value / PARTS.point
  const after = rate(
    points(own.rating),
    points(own.deviation),
    own.volatility / PARTS.volatility,
    [[points(takenFor(opponent, score)), points(opponent.deviation), score / SCORES.won]],
    { rating: start.points, tau: TAU },
  )
  return {
    rating: Math.round(after.rating * PARTS.point),
    // A newcomer's deviation is the maximum.
    deviation: Math.min(START.deviation, Math.round(after.rd * PARTS.point)),
    volatility: Math.round(after.vol * PARTS.volatility),
  }
}

/** Returns what a rating is at least, with caution, in hundredths: the order of the board. */
export const lowerEnd = ({ rating, deviation }: Pick<Standing, 'rating' | 'deviation'>): number =>
  rating - caution * deviation

/** Returns the rating as people see it, in whole points; null before enough battles. */
export function shownRating(
  { rating, deviation }: Pick<Standing, 'rating' | 'deviation'>,
  battles: number,
): { points: number; plusMinus: number } | null {
  if (battles < RATING_RULES.battles) return null
  return {
    points: Math.round(rating / PARTS.point),
    plusMinus: Math.round(deviation / PARTS.point),
  }
}
