import { TRUST_RULES } from '@aura/api/rules/trust'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Backing, freshness, share, TrustFlow } from './flow.rules.ts'
import { trustByDefinition } from './flow-reference.ts'

const TODAY = 20_000
const pay = (from: string, to: string, usdc = 100, day = TODAY): Backing => ({ from, to, usdc, day })
const points = (flow: TrustFlow, id: string) => flow.thousandthsOf(id) / TRUST_RULES.unit

const person = fc.constantFrom(...'abcdefghij')
const backing = fc
  .record({
    from: person,
    to: person,
    usdc: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 9_000_000 })),
    day: fc.integer({ min: TODAY - 1_000, max: TODAY }),
  })
  .filter(({ from, to }) => from !== to)
const seeds = fc.uniqueArray(person, { maxLength: 3 })
const rings = fc.uniqueArray(fc.tuple(person, fc.integer({ min: 1, max: 40 })), {
  selector: ([id]) => id,
  maxLength: 4,
})

describe('TrustFlow', () => {
  it('is the published definition, whether calculated at once or as payments come [trust.formula]', () => {
    fc.assert(
      fc.property(seeds, fc.array(backing, { maxLength: 40 }), fc.nat(40), rings, (from, backings, start, invited) => {
        const ringOf = new Map(invited)
        const expected = trustByDefinition(from, TODAY, backings, [], ringOf)
        const atOnce = new TrustFlow(from, TODAY, backings, ringOf)
        const inSteps = new TrustFlow(from, TODAY, backings.slice(0, start), ringOf)
        for (const next of backings.slice(start)) inSteps.add(next)
        for (const [id, value] of expected) {
          expect(atOnce.thousandthsOf(id)).toBe(value)
          expect(inSteps.thousandthsOf(id)).toBe(value)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('names everybody whose row changed', () => {
    fc.assert(
      fc.property(seeds, fc.array(backing, { minLength: 1, maxLength: 40 }), rings, (from, backings, invited) => {
        const flow = new TrustFlow(from, TODAY, [], new Map(invited))
        const rows = new Map<string, unknown>()
        for (const next of backings) for (const row of flow.add(next)) rows.set(row.id, row)
        for (const row of new TrustFlow(from, TODAY, backings, new Map(invited)).all())
          expect(rows.get(row.id)).toEqual(row)
      }),
      { numRuns: 200 },
    )
  })

  it('never leaves a group with more than is carried into it [trust.ring]', () => {
    fc.assert(
      fc.property(fc.array(backing, { maxLength: 60 }), rings, (backings, invited) => {
        const group = new Set('fghij')
        const flow = new TrustFlow(['a', 'b'], TODAY, backings, new Map(invited))
        const entering = new Set(
          backings.filter(({ from, to }) => !group.has(from) && group.has(to)).map(({ from, to }) => `${from}${to}`),
        )
        const carried = [...entering].reduce((total, [from = '', to = '']) => total + flow.broughtBy(from, to), 0)
        const held = [...group].reduce((total, id) => total + flow.thousandthsOf(id), 0)
        // Rounding down happens once per person, so at most a thousandth more is kept than is passed on.
        expect(held).toBeLessThanOrEqual(carried + group.size)
      }),
      { numRuns: 300 },
    )
  })

  it('counts nothing for what came back [trust.net] [trust.there-and-back]', () => {
    const there = new TrustFlow(['seed'], TODAY, [pay('seed', 'a'), pay('a', 'b', 50)])
    expect(points(there, 'b')).toBeGreaterThan(0)
    there.add(pay('b', 'a', 50))
    expect(points(there, 'b')).toBe(0)
    const back = new TrustFlow(['seed'], TODAY, [pay('seed', 'a'), pay('a', 'seed')])
    expect(points(back, 'a')).toBe(0)
  })

  it('fades distance, a single bridge and time [trust.decays]', () => {
    const chain = new TrustFlow(['seed'], TODAY, [pay('seed', 'a'), pay('a', 'b'), pay('b', 'c')])
    expect([...'abc'].map((id) => Math.floor(points(chain, id)))).toEqual([90_909, 8_264, 563])
    expect(points(new TrustFlow(['seed'], TODAY + 181, [pay('seed', 'a')]), 'a')).toBeLessThan(points(chain, 'a'))
    expect(points(new TrustFlow(['seed'], TODAY + 871, [pay('seed', 'a')]), 'a')).toBe(0)
    expect([0, 180, 181, 210, 211, 870, 871, 5_000].map(freshness)).toEqual([24, 24, 23, 23, 22, 1, 0, 0])
  })

  it('leaves who invited a ring two parts of as many as it has accounts [trust.invited-ring]', () => {
    const backings = [pay('seed', 'a'), pay('seed', 'b'), pay('a', 'c')]
    const without = new TrustFlow(['seed'], TODAY, backings)
    const heldWith = (accounts: number) => {
      const flow = new TrustFlow(['seed'], TODAY, backings, new Map([['a', accounts]]))
      expect(points(flow, 'b')).toBe(points(without, 'b'))
      return [...'ac'].map((id) => Math.floor(points(flow, id)))
    }
    expect([...'ac'].map((id) => Math.floor(points(without, id)))).toEqual([45_454, 4_132])
    expect(heldWith(1)).toEqual([45_454, 4_132])
    expect(heldWith(2)).toEqual([45_454, 4_132])
    // Inviters pass on less, too.
    expect(heldWith(3)).toEqual([30_303, 2_754])
    expect(heldWith(4)).toEqual([22_727, 2_066])
    expect(heldWith(10)).toEqual([9_090, 826])
    const [a] = new TrustFlow(['seed'], TODAY, backings, new Map([['a', 10]])).all().filter(({ id }) => id === 'a')
    expect(a).toMatchObject({ points: 9_090, top: [{ id: 'seed', points: 9_090 }] })
  })

  it('tells who counts most', () => {
    const backers = [...'abcde'].flatMap((id, index) => [pay('seed', id, 20 * (index + 1)), pay(id, 'z')])
    const [z] = new TrustFlow(['seed'], TODAY, backers).all().filter(({ id }) => id === 'z')
    expect(z).toMatchObject({ supporters: 5, top: [{ id: 'e' }, { id: 'd' }, { id: 'c' }] })
  })

  it('divides exactly, however large the numbers', () => {
    fc.assert(
      fc.property(fc.nat(TRUST_RULES.perSeed), fc.maxSafeNat(), fc.maxSafeNat(), (gives, a, b) => {
        const [weight, divisor] = [Math.min(a, b), Math.max(a, b, 1)]
        expect(BigInt(share(gives, weight, divisor))).toBe((BigInt(gives) * BigInt(weight)) / BigInt(divisor))
      }),
    )
  })
})
