import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maturingOf } from './maturing.rules.ts'

const HOUR = 3_600_000
const now = new Date('2026-03-10T12:00:00Z')
const hoursAgo = (hours: number, amount: number) => ({ endsAt: new Date(now.getTime() - hours * HOUR), amount })
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR)
const at = (earned: number) => ({ earned, now, maturingMs: 72 * HOUR })

describe('maturing Steeze', () => {
  it('is the gifts of the last three days', () => {
    const { redeemable, amount, next } = maturingOf(at(100), [hoursAgo(71, 10), hoursAgo(1, 30)])
    expect({ redeemable, amount, next }).toEqual({ redeemable: 60, amount: 40, next: { amount: 10, at: inHours(1) } })
  })

  it('ends to the millisecond', () => {
    expect(maturingOf(at(10), [hoursAgo(72, 10)])).toMatchObject({ redeemable: 10, amount: 0, next: null })
    const almost = { endsAt: new Date(now.getTime() - 72 * HOUR + 1), amount: 10 }
    expect(maturingOf(at(10), [almost])).toMatchObject({ redeemable: 0, amount: 10 })
  })

  it('is never more than what is left, and what was spent was mature', () => {
    const gifts = [hoursAgo(71, 10), hoursAgo(2, 30)]
    expect(maturingOf(at(35), gifts)).toMatchObject({ redeemable: 0, amount: 35, next: { amount: 5, at: inHours(1) } })
    expect(maturingOf(at(20), gifts)).toMatchObject({
      redeemable: 0,
      amount: 20,
      next: { amount: 20, at: inHours(70) },
    })
    expect(maturingOf(at(0), gifts)).toMatchObject({ redeemable: 0, amount: 0, next: null })
  })

  it('adds up battles that ended together', () => {
    expect(maturingOf(at(50), [hoursAgo(10, 20), hoursAgo(10, 5)]).next).toEqual({ amount: 25, at: inHours(62) })
  })

  it('says when an amount can be redeemed', () => {
    const { whenRedeemable } = maturingOf(at(100), [hoursAgo(71, 10), hoursAgo(1, 30)])
    expect([60, 61, 70, 71, 100, 101].map(whenRedeemable)).toEqual([
      now,
      inHours(1),
      inHours(1),
      inHours(71),
      inHours(71),
      null,
    ])
  })

  it('is nothing where nothing matures', () => {
    expect(maturingOf({ ...at(50), maturingMs: 0 }, [hoursAgo(0, 50)])).toMatchObject({ redeemable: 50, amount: 0 })
  })

  it('and what can be redeemed are all that was earned, which can be redeemed in the end', () => {
    const gift = fc.record({ hours: fc.integer({ min: 0, max: 100 }), amount: fc.integer({ min: 1, max: 1_000 }) })
    fc.assert(
      fc.property(fc.nat(2_000), fc.array(gift), (earned, gifts) => {
        const found = maturingOf(
          at(earned),
          gifts.map(({ hours, amount }) => hoursAgo(hours, amount)),
        )
        expect(found.redeemable + found.amount).toBe(earned)
        expect(found.next === null).toBe(found.amount === 0)
        expect(found.whenRedeemable(earned)).not.toBeNull()
      }),
    )
  })
})
