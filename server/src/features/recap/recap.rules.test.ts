import { MOMENT_KINDS } from '@aura/api/rules/recap'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestMoment } from './recap.rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 2, day))
const moment = fc.record({
  kind: fc.constantFrom(...MOMENT_KINDS),
  size: fc.nat(3),
  at: fc.integer({ min: 2, max: 8 }).map(at),
})

describe('the best moment', () => {
  it('is of the first kind that happened, the largest of it, and of equals the earliest [recap.best]', () => {
    const won = { kind: 'won', size: 250, at: at(3) } as const
    const larger = { kind: 'won', size: 500, at: at(5) } as const
    const later = { kind: 'won', size: 500, at: at(6) } as const
    const unit = { kind: 'finished', size: 0, at: at(8) } as const
    expect(bestMoment([won, later, larger])).toBe(larger)
    expect(bestMoment([won, unit, larger])).toBe(unit)
    expect(bestMoment([])).toBeNull()
  })

  it('is the same in whichever order moments are found', () => {
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1 }), (moments) => {
        const best = bestMoment(moments)
        expect(moments).toContain(best)
        expect(bestMoment(moments.toReversed())).toEqual(best)
      }),
    )
  })
})
