import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisSteps, cumulate, hairsOf, namesOfEnds, type PlottedGift } from './gift-sums.ts'

const gift = (atMs: number, amount: number, side: 'a' | 'b'): PlottedGift => ({ atMs, amount, side })

describe('the plot of a battle', () => {
  it('adds up, and marks where the lead changes; a tie keeps the leader', () => {
    const { sums, leads } = cumulate([
      gift(1, 5, 'a'),
      gift(2, 5, 'b'),
      gift(3, 1, 'b'),
      gift(4, 1, 'a'),
      gift(5, 3, 'a'),
    ])
    expect(sums).toEqual({ a: 9, b: 6 })
    expect(leads).toEqual([
      { atMs: 3, to: 'b', sum: 6 },
      { atMs: 5, to: 'a', sum: 9 },
    ])
  })

  const gifts = fc.array(
    fc.record({
      atMs: fc.nat(14_400_000),
      amount: fc.integer({ min: 1, max: 500 }),
      side: fc.constantFrom('a' as const, 'b' as const),
    }),
    { maxLength: 900 },
  )
  it('gathers the hairs of a crowd without losing any Steeze', () => {
    fc.assert(
      fc.property(gifts, (all) => {
        const sorted = [...all].sort((x, y) => x.atMs - y.atMs)
        const sum = (list: readonly PlottedGift[]) => list.reduce((total, { amount }) => total + amount, 0)
        expect(sum(hairsOf(sorted))).toBe(sum(sorted))
      }),
    )
  })

  it.each([
    [11, [5, 10]],
    [3_650, [1_000, 2_000, 3_000]],
    [1_234_567, [500_000, 1_000_000]],
  ])('divides an axis up to %i', (top, steps) => expect(axisSteps(top)).toEqual(steps))

  it('names the ends of both lines apart from each other, and above the times', () => {
    const place = { apart: 86, lowest: 324 }
    expect(namesOfEnds([100, 250], place)).toEqual([100, 250])
    expect(namesOfEnds([120, 100], place)).toEqual([153, 67])
    expect(namesOfEnds([324, 324], place)).toEqual([238, 324])
  })
})
