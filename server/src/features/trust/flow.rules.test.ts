import { TRUST_RULES } from '@aura/api/rules/trust'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOTHING, type Place, type Standing, TrustFlow } from './flow.rules.ts'
import { trustByDefinition } from './flow-reference.ts'
import { type Payment, stayedSince } from './money.rules.ts'

const TODAY = 20_000
const USDC = 1_000_000
/** An age at which places and money count in full. */
const RIPE = TODAY - TRUST_RULES.ripenDays
const placed = (giver: string, receiver: string, day = RIPE): Place => ({ giver, receiver, day })
const vouch = (from: string, to: string, usdc = 10, day = RIPE): Payment => ({
  ...{ from, to, day, isVouch: true },
  micros: usdc * USDC,
})
const transfer = (from: string, to: string, usdc = 10, day = RIPE): Payment => ({
  ...vouch(from, to, usdc, day),
  isVouch: false,
})
const ofGiver = (places: readonly Place[], giver: string) => places.filter((place) => place.giver === giver)
const flowOf = (
  seeds: readonly string[],
  places: readonly Place[],
  payments: readonly Payment[] = [],
  standings: ReadonlyMap<string, Standing> = new Map(),
  today = TODAY,
) => new TrustFlow({ seeds, today, places, payments, standings })
const points = (flow: TrustFlow, ids: string) =>
  [...ids].map((id) => Math.floor(flow.thousandthsOf(id) / TRUST_RULES.unit))

/** Few people meet often; among many, a change touches few. */
const person = fc.oneof(fc.constantFrom(...'abcdefgh'), fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN'))
const day = fc.oneof(fc.constant(RIPE), fc.integer({ min: TODAY - 40, max: TODAY }))
const pair = fc.tuple(person, person).filter(([one, other]) => one !== other)
const micros = fc.oneof(fc.integer({ min: 1, max: 3 * USDC }), fc.constant(5 * USDC))
const standing = fc.record({
  isOut: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
  liabilities: fc.nat(3),
  ring: fc.constantFrom(0, 0, 2, 3, 4, 9),
})
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('begin' as const), pair, day, isRelated: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const), nr: fc.nat() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      ...{ nr: fc.nat(), isBack: fc.boolean(), isVouch: fc.boolean(), days: fc.oneof(fc.nat(30), fc.nat(200)), micros },
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('standing' as const), id: person, standing }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('day' as const), days: fc.integer({ min: 1, max: 200 }) }) },
)
const seeds = fc.uniqueArray(fc.constantFrom(...'abcz'), { minLength: 1 })

describe('TrustFlow', () => {
  it('is the published definition, whatever happens in whatever order [trust.formula]', () => {
    fc.assert(
      fc.property(seeds, fc.array(step, { maxLength: 150, size: 'max' }), (from, steps) => {
        let today = TODAY
        let places: Place[] = []
        let payments: Payment[] = []
        const standings = new Map<string, Standing>()
        let flow = flowOf(from, [], [])
        const rows = new Map<string, unknown>()
        const see = (changed: readonly { id: string }[]) => {
          for (const row of changed) rows.set(row.id, row)
        }
        for (const each of steps) {
          const one = 'nr' in each ? places[each.nr % places.length] : undefined
          if (each.kind === 'begin') {
            const [giver, receiver] = each.pair
            if (places.some((known) => known.giver === giver && known.receiver === receiver)) continue
            places = [...places, { giver, receiver, day: each.day, isRelated: each.isRelated === 0 }]
            see(flow.setPlaces(giver, ofGiver(places, giver)))
          } else if (each.kind === 'end' && one) {
            places = places.filter((known) => known !== one)
            see(flow.setPlaces(one.giver, ofGiver(places, one.giver)))
          } else if (each.kind === 'pay' && one) {
            const [from, to] = each.isBack ? [one.receiver, one.giver] : [one.giver, one.receiver]
            const { micros, isVouch } = each
            const paid = { from, to, micros, isVouch, day: Math.max(payments.at(-1)?.day ?? 0, today - each.days) }
            payments = [...payments, paid]
            see(flow.pay([paid]))
          } else if (each.kind === 'standing') {
            standings.set(each.id, each.standing)
            see(flow.setStanding(each.id, each.standing))
          } else if (each.kind === 'day') {
            today += each.days
            flow = flowOf(from, places, payments, standings, today)
            rows.clear()
            see(flow.all())
          }
        }
        const atOnce = flowOf(from, places, payments, standings, today)
        for (const [id, value] of trustByDefinition({ seeds: from, today, places, payments, standings })) {
          expect(atOnce.thousandthsOf(id)).toBe(value)
          expect(flow.thousandthsOf(id)).toBe(value)
        }
        // Every row that changed was named.
        for (const row of atOnce.all())
          if (steps.length > 0 && !from.includes(row.id)) expect(rows.get(row.id)).toEqual(row)
      }),
      { numRuns: 300 },
    )
  })

  it('never leaves a group with more than is carried into it [trust.ring]', () => {
    const place = fc.tuple(fc.constantFrom(...'abcdefghij'), fc.constantFrom(...'abcdefghij'), fc.boolean())
    fc.assert(
      fc.property(fc.array(place, { maxLength: 80, size: 'max' }), (drawn) => {
        const group = new Set('fghij')
        const pairs = [...new Map(drawn.map((each) => [`${each[0]}${each[1]}`, each])).values()]
        const places = pairs.map(([giver, receiver]) => placed(giver, receiver))
        const payments = pairs.flatMap(([giver, receiver, hasMoney]) => (hasMoney ? [vouch(giver, receiver)] : []))
        const flow = flowOf(['a', 'b'], places, payments)
        const entering = places.filter(({ giver, receiver }) => !group.has(giver) && group.has(receiver))
        const carried = entering.reduce((total, { giver, receiver }) => total + flow.broughtBy(giver, receiver), 0)
        const held = [...group].reduce((total, id) => total + flow.thousandthsOf(id), 0)
        // Rounding down happens once per person, so at most a thousandth more is kept than is passed on.
        expect(held).toBeLessThanOrEqual(carried + group.size)
      }),
    )
  })

  it('carries a fixed part along each place, whatever else its giver does [trust.fixed-part] [trust.decays]', () => {
    const chain = [placed('seed', 'a'), placed('a', 'b'), placed('b', 'c')]
    const alone = flowOf(['seed'], chain)
    // A hundredth of a seed's points and a twentieth of a person's, of which a quarter counts and a twentieth is passed on.
    expect([alone.broughtBy('seed', 'a'), alone.broughtBy('a', 'b'), alone.broughtBy('b', 'c')]).toEqual([
      10_000_000, 6_250, 3,
    ])
    expect(points(alone, 'ab')).toEqual([2_375, 1])
    const others = [...'defghijklm'].flatMap((id) => [placed('seed', id), placed('a', id)])
    expect(points(flowOf(['seed'], [...chain, ...others]), 'ab')).toEqual([2_375, 1])
    expect(alone.setPlaces('a', [])).toEqual(expect.arrayContaining([expect.objectContaining({ id: 'b', points: 0 })]))
  })

  it('counts the first ten places of a person and the first fifty of a seed [trust.places]', () => {
    const many = Array.from({ length: 51 }, (_, nr) => placed('seed', `s${nr}`))
    const own = Array.from({ length: 11 }, (_, nr) => placed('s0', `p${nr}`))
    const flow = flowOf(['seed'], [...many, ...own])
    expect(['s49', 's50', 'p9', 'p10'].map((id) => flow.thousandthsOf(id) > 0)).toEqual([true, false, true, false])
  })

  it('doubles a place with money that stayed, from the day both were there [trust.doubled]', () => {
    const brought = (placeDay: number, paid: readonly Payment[]) =>
      flowOf(['seed'], [placed('seed', 'a', placeDay)], paid).broughtBy('seed', 'a')
    const half = (brought(RIPE, []) * 3) / 2
    expect(brought(RIPE, [vouch('seed', 'a', 1)])).toBe(20_000_000)
    expect(brought(RIPE, [vouch('seed', 'a', 1, TODAY - 15)])).toBe(half)
    // Money from long ago brings nothing forward.
    expect(brought(TODAY - 15, [vouch('seed', 'a', 1, TODAY - 300)])).toBe(10_000_000)
    expect(brought(TODAY - 15, [])).toBe(5_000_000)
  })

  it('ripens over thirty days, from nothing [trust.ripens]', () => {
    const aged = (days: number) => flowOf(['seed'], [placed('seed', 'a', TODAY - days)]).broughtBy('seed', 'a')
    expect([0, 1, 15, 30, 300].map(aged)).toEqual([0, 333_333, 5_000_000, 10_000_000, 10_000_000])
  })

  it('counts a quarter of what one seed alone brings, and all of what others agree on [trust.single-seed]', () => {
    const seeds = ['s', 't', 'u']
    const held = (...places: Place[]) => points(flowOf(seeds, places), 'a')[0]
    expect(held(placed('s', 'a'))).toBe(2_375)
    expect(held(placed('s', 'a'), placed('t', 'a'))).toBe(19_000)
    const little = flowOf(seeds, [placed('s', 'a'), placed('t', 'b'), placed('b', 'a')])
    // 10,000 of one seed and 6 of another.
    expect(points(little, 'a')).toEqual([2_376])
  })

  it('passes on a fifth less for each person one answers for [trust.liability]', () => {
    const flow = flowOf(['s'], [placed('s', 'a'), placed('a', 'b')])
    const held = flow.thousandthsOf('a')
    expect(flow.broughtBy('a', 'b')).toBe(6_250)
    flow.setStanding('a', { ...NOTHING, liabilities: 2 })
    expect(flow.thousandthsOf('a')).toBe(held)
    expect(flow.broughtBy('a', 'b')).toBe(4_000)
    // A seed has five times as many places.
    flow.setStanding('s', { ...NOTHING, liabilities: 1 })
    expect(flow.broughtBy('s', 'a')).toBe(9_600_000)
  })

  it('takes from an inviter of a ring in proportion, never more than half [trust.invited-ring]', () => {
    const heldWith = (ring: number) =>
      points(flowOf(['s'], [placed('s', 'a')], [vouch('s', 'a')], new Map([['a', { ...NOTHING, ring }]])), 'a')[0]
    expect([0, 2, 3, 4, 10, 1_000].map(heldWith)).toEqual([4_750, 4_750, 3_166, 2_375, 2_375, 2_375])
  })

  it('tells who counts most', () => {
    const places = [...'abcde'].flatMap((id) => [placed('s', id), placed(id, 'z')])
    const flow = flowOf(['s'], places, [vouch('s', 'e'), vouch('d', 'z'), vouch('e', 'z')])
    const [z] = flow.all().filter(({ id }) => id === 'z')
    expect(z).toMatchObject({ supporters: 5, top: [{ id: 'e' }, { id: 'd' }, { id: 'a' }] })
  })
})

describe('stayedSince', () => {
  const since = (...payments: Payment[]) => stayedSince(payments, 'a')

  it('takes off what came back within 180 days, newest first, by a vouch or a transfer [trust.net]', () => {
    expect(since(vouch('a', 'b', 10, 1))).toEqual([1, null])
    expect(since(vouch('a', 'b', 10, 1), transfer('b', 'a', 10, 181))).toEqual([null, null])
    expect(since(vouch('a', 'b', 10, 1), transfer('b', 'a', 10, 182))).toEqual([1, null])
    expect(since(vouch('a', 'b', 10, 1), vouch('a', 'b', 10, 5), transfer('b', 'a', 10, 6))).toEqual([1, null])
    // Less than a USDC stayed.
    expect(since(vouch('a', 'b', 10, 1), transfer('b', 'a', 9.5, 6))).toEqual([null, null])
    // A plain transfer is no vouch, even if it comes first.
    expect(since(transfer('b', 'a', 10, 1), vouch('a', 'b', 10, 1))).toEqual([1, null])
  })

  it('counts money there and back on neither side, and what exceeds it on its own [trust.there-and-back]', () => {
    expect(since(vouch('a', 'b', 10, 1), vouch('b', 'a', 10, 2))).toEqual([null, null])
    expect(since(vouch('a', 'b', 10, 1), vouch('b', 'a', 15, 2))).toEqual([null, 2])
    expect(since(vouch('a', 'b', 10, 1), vouch('b', 'a', 10, 200))).toEqual([1, 200])
  })
})
