import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endAfterOutage } from './outage.rules.ts'
import { replayEnds } from './replay-ends.rules.ts'

const END_MS = Date.parse('2026-03-02T20:00:00Z')
const at = (ms: number) => new Date(END_MS + ms)
const HOUR_MS = 3_600_000

describe('an outage from the last minute of a battle', () => {
  const moved = (from: number, to: number, startsAt = -HOUR_MS) => {
    const end = endAfterOutage({ startsAt: at(startsAt), endsAt: at(0) }, { from: at(from), to: at(to) })
    return end && end.getTime() - END_MS
  }

  it.each([
    ['within it is given back after the end', -40_000, -25_000, 15_000],
    ['counts in the last minute only', -90_000, -50_000, 10_000],
    ['over the end is given back after it', -15_000, 20_000, 35_000],
    ['of five seconds moves nothing', -5_000, 600, undefined],
    ['of more does', -5_001, 0, 5_001],
    ['before it moves nothing', -200_000, -60_000, undefined],
    ['after the end moves nothing', 0, 60_000, undefined],
    ['moves five minutes at most', -60_000, 240_000, 300_000],
    ['moves nothing if that would be more', -60_000, 240_001, undefined],
    ['of a night moves nothing', -60_000, 8 * HOUR_MS, undefined],
    ['of a clock that went back moves nothing', 10_000, -50_000, undefined],
  ])('%s', (_, from, to, ms) => expect(moved(from, to)).toBe(ms))

  it('counts from the start of a battle shorter than that', () => {
    expect(moved(-HOUR_MS, -10_000, -30_000)).toBe(20_000)
  })

  it('leaves as much of the last minute as it took, never shortens, and keeps the limit', () => {
    const ms = fc.integer({ min: -400_000, max: 400_000 })
    fc.assert(
      fc.property(ms, ms, (from, to) => {
        const by = moved(from, to)
        if (by === undefined) return
        const lost = Math.min(to, 0) - Math.max(from, -60_000)
        expect(by).toBeLessThanOrEqual(300_000)
        expect(by - Math.max(to, 0)).toBe(lost)
        expect(lost).toBeGreaterThan(5_000)
      }),
      { seed: 24, numRuns: 1_000 },
    )
  })
})

it.each([
  [1, 45],
  [0, 30],
])('the audit replays an outage after %i gifts', (outageGifts, endsIn) => {
  const second = (seconds: number) => new Date(seconds * 1_000)
  const battle = {
    ...{ startsAt: second(-3_600), endsAt: second(0), plannedEndsAt: second(0), softClose: true },
    ...{ outageFrom: second(-20), outageTo: second(-5), outageGifts },
  }
  const lead = { seq: 1, side: 'challenger' as const, amount: 1, at: second(-30) }
  expect(replayEnds(battle, { challenger: 0, opponent: 0 }, [lead])).toEqual({
    extendedAt: [lead.at],
    endsAt: second(endsIn),
  })
})
