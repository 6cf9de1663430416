import { z } from 'zod'
import { call } from '../contract/call.ts'
import { OtherPerson, Whole } from '../shapes.ts'
import { BattleParams } from './battles/battle.ts'

/** A rating with its uncertainty: the true one lies within it on either side two times in three. */
const Rating = z.object({ points: z.int(), plusMinus: Whole })
export type Rating = z.output<typeof Rating>

export const ratingProfileFields = {
  rating: z.object({
    /** Rated battles of rounds. */
    battles: Whole,
    /** Null before `RATING_RULES.battles` of them. */
    shown: Rating.nullable(),
    /** On the board of ratings; null without a rating, or without a recent battle. */
    place: z.int().min(1).nullable(),
  }),
}

const RatingEntry = Rating.extend({ rank: z.int().min(1), person: OtherPerson })
export type RatingEntry = z.output<typeof RatingEntry>

const RatedSide = z.object({
  /** Rated battles with this one. */
  battles: Whole,
  /** Both are null while the rating isn't shown; `before` also at the battle that shows it first. */
  before: Rating.nullable(),
  after: Rating.nullable(),
})
export type RatedSide = z.output<typeof RatedSide>

const BattleRating = z.object({
  /**
   * - `rated`: it changed both ratings.
   * - `again`: these two had a rated battle within the time that `RATING_RULES.againDays` names.
   * - `unrated`: completed before there were ratings, so it changed none.
   * - `unplayed`: decided without questions, or cancelled.
   * - `open`: not over.
   */
  state: z.enum(['rated', 'again', 'unrated', 'unplayed', 'open']),
  /** Null unless it is rated, and for accounts that were deleted. */
  challenger: RatedSide.nullable(),
  opponent: RatedSide.nullable(),
})
export type BattleRating = z.output<typeof BattleRating>

export const ratingCalls = {
  'GET /api/rating/ranking': call({
    summary: 'List the 100 people with the best ratings in battles of rounds, by the rating less twice its uncertainty',
    access: 'public',
    rate: 'read',
    answer: z.array(RatingEntry),
  }),
  'GET /api/battles/:id/rating': call({
    summary: 'Get how a battle of rounds changed the ratings of its two people',
    access: 'viewer',
    rate: 'read',
    params: BattleParams,
    answer: BattleRating,
    errors: ['BATTLE_NOT_FOUND', 'BATTLE_NOT_ROUNDS'],
  }),
}
