import { RATING_RULES } from '@aura/api/rules/rating'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterBattle, lowerEnd, SCORES, START, type Standing, shownRating } from './rating.rules.ts'

const standing = (points: number, deviation: number): Standing => ({
  rating: points * 100,
  deviation: deviation * 100,
  volatility: START.volatility,
})
const KNOWN = standing(1_500, 60)

describe('a rating after a battle', () => {
  it('rises by a win, falls by a loss, and a draw moves equals nowhere [battles.rating]', () => {
    const [won, lost, draw] = [SCORES.won, SCORES.lost, SCORES.draw].map((score) => afterBattle(KNOWN, KNOWN, score))
    expect(won?.rating).toBeGreaterThan(KNOWN.rating)
    expect(lost?.rating).toBeLessThan(KNOWN.rating)
    expect((won?.rating ?? 0) + (lost?.rating ?? 0)).toBe(2 * KNOWN.rating)
    expect(draw?.rating).toBe(KNOWN.rating)
  })

  it('gets surer with each battle, never less sure than a newcomer’s, and stays in whole numbers', () => {
    let own = START
    for (let nr = 0; nr < 10; nr++) {
      const after = afterBattle(own, KNOWN, nr % 2 ? SCORES.won : SCORES.lost)
      expect(after.deviation).toBeLessThan(own.deviation)
      own = after
    }
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 30, max: 350 }),
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 30, max: 350 }),
        fc.constantFrom(SCORES.lost, SCORES.draw, SCORES.won),
        (own, sure, other, otherSure, score) => {
          const after = afterBattle(standing(own, sure), standing(other, otherSure), score)
          expect(Object.values(after).every(Number.isSafeInteger)).toBe(true)
          expect(after.deviation).toBeLessThanOrEqual(START.deviation)
          expect(after.deviation).toBeGreaterThan(0)
          expect(after.volatility).toBeGreaterThan(0)
        },
      ),
    )
  })

  it('moves less against opponents whom nobody knows, by a win and by a loss [battles.rating-unknown]', () => {
    const by = (opponent: Standing, score: 0 | 2) => Math.abs(afterBattle(KNOWN, opponent, score).rating - KNOWN.rating)
    for (const score of [SCORES.won, SCORES.lost]) expect(by(START, score)).toBeLessThan(by(KNOWN, score) / 3)
  })

  it('is Glickman’s where the opponent is taken for what they are', () => {
    // A draw takes nobody for another. The numbers are the paper’s formulas solved by bisection, apart from this library.
    const after = afterBattle(standing(1_500, 200), standing(1_400, 30), SCORES.draw)
    expect(after).toEqual({ rating: 147_541, deviation: 17_540, volatility: 59_998 })
  })
})

describe('what people see of a rating', () => {
  it('is nothing before enough battles, then whole points with what they may be off by [battles.rating-shown]', () => {
    expect(shownRating(START, RATING_RULES.battles - 1)).toBeNull()
    expect(shownRating({ rating: 148_049, deviation: 5_977 }, RATING_RULES.battles)).toEqual({
      points: 1_480,
      plusMinus: 60,
    })
    expect(lowerEnd({ rating: 148_049, deviation: 5_977 })).toBe(136_095)
  })

  it('begins at the start that the page tells', () => {
    expect(shownRating(START, RATING_RULES.battles)).toEqual(RATING_RULES.start)
  })
})
