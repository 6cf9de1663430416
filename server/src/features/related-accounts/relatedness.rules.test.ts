import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Account,
  KEPT_AT,
  MAX_HOLDERS,
  RELATED_AT,
  relatednessOf,
  type SharedSignals,
  sharedSignals,
  type Trace,
} from './relatedness.rules.ts'

const NOTHING: SharedSignals = { devices: null, addresses: null, funders: null, wallets: 0, predecessors: 0 }
const scoreOf = (signals: Partial<SharedSignals>) => relatednessOf({ ...NOTHING, ...signals }).score
const account = (traces: Trace[], more: Partial<Account> = {}): Account => ({
  traces,
  fundings: [],
  wallets: [],
  ...more,
})
const at = (kind: Trace['kind'], value: string, ...hours: number[]): Trace[] =>
  hours.map((hour) => ({ kind, value, hour }))
const two = () => 2
const nobody = () => []

const whole = (max: number) => fc.integer({ min: 0, max })
const accounts = fc.integer({ min: 2, max: 5_000 })
const devices = whole(50).chain((hours) =>
  fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    hours: fc.constant(hours),
    days: whole(hours),
    sittings: whole(hours),
    accounts,
  }),
)
const addresses = fc.record({ accounts, sittings: whole(500) })
const funders = fc.record({ accounts, isSameDay: fc.boolean() })
const anything: fc.Arbitrary<SharedSignals> = fc.record({
  devices: fc.option(devices),
  addresses: fc.option(addresses),
  funders: fc.option(funders),
  wallets: whole(2),
  predecessors: whole(2),
})

describe('the score of two accounts', () => {
  it('is nothing without signals, and the sum of its reasons with any', () => {
    expect(relatednessOf(NOTHING)).toEqual({ score: 0, reasons: [] })
    fc.assert(
      fc.property(anything, (signals) => {
        const { score, reasons } = relatednessOf(signals)
        expect(Number.isInteger(score)).toBe(true)
        expect(score).toBe(reasons.reduce((total, { points }) => total + points, 0))
        expect(reasons.map(({ points }) => points)).toEqual(reasons.map(({ points }) => points).sort((a, b) => b - a))
      }),
    )
  })

  it('never suffices by an address alone, however long it is shared [related.address-alone]', () => {
    fc.assert(fc.property(addresses, (shared) => scoreOf({ addresses: shared }) < KEPT_AT))
  })

  it('never suffices by a payer alone, nor by address and payer', () => {
    fc.assert(
      fc.property(fc.option(addresses), funders, (home, payer) => {
        expect(scoreOf({ addresses: home, funders: payer })).toBeLessThan(RELATED_AT)
      }),
    )
  })

  it('never suffices by a device alone that each uses beside their own', () => {
    fc.assert(
      fc.property(devices, (shared) => scoreOf({ devices: { ...shared, share: shared.share / 3 } }) < RELATED_AT),
    )
  })

  it('suffices by a wallet or a deleted account that both continue', () => {
    expect(scoreOf({ wallets: 1 })).toBeGreaterThanOrEqual(RELATED_AT)
    expect(scoreOf({ predecessors: 1 })).toBeGreaterThanOrEqual(RELATED_AT)
  })

  it('suffices for accounts that one person uses in turn on one device', () => {
    const home = { accounts: 2, sittings: 5 }
    const one = { share: 0.9, hours: 10, days: 5, sittings: 8, accounts: 2 }
    expect(scoreOf({ devices: one, addresses: home })).toBeGreaterThanOrEqual(RELATED_AT)
    expect(scoreOf({ devices: { ...one, accounts: 12 } })).toBeGreaterThanOrEqual(RELATED_AT)
  })

  it('doesn’t suffice for people at home who borrow a device, or for a friend who looked in once', () => {
    const home = { accounts: 4, sittings: 5 }
    expect(
      scoreOf({ devices: { share: 0.2, hours: 4, days: 4, sittings: 2, accounts: 3 }, addresses: home }),
    ).toBeLessThan(RELATED_AT)
    expect(
      scoreOf({ devices: { share: 1, hours: 9, days: 1, sittings: 9, accounts: 2 }, addresses: home }),
    ).toBeLessThan(RELATED_AT)
  })

  it('counts a device of more than eight accounts 8/n, and its use in turns by itself [related.public-device]', () => {
    const points = (accounts: number, sittings = 0) => {
      const { reasons } = relatednessOf({ ...NOTHING, devices: { share: 1, hours: 20, days: 20, sittings, accounts } })
      return Object.fromEntries(reasons.map(({ kind, points }) => [kind, points]))
    }
    expect([8, 16, 80].map((accounts) => points(accounts))).toEqual([{ device: 85 }, { device: 43 }, { device: 9 }])
    // Thirty pupils at ten computers rarely follow the same one; one owner's accounts do each time.
    expect(points(30, 2)).toEqual({ device: 23, turns: 2 })
    expect([8, 30, 80].map((accounts) => points(accounts, 20))).toEqual([
      { device: 85, turns: 45 },
      { device: 23, turns: 107 },
      { device: 9, turns: 122 },
    ])
  })

  it('falls as more share an address or a payer, to nothing', () => {
    fc.assert(
      fc.property(accounts, accounts, whole(20), fc.boolean(), (one, other, sittings, isSameDay) => {
        const [few, many] = [Math.min(one, other), Math.max(one, other)]
        const address = (count: number) => scoreOf({ addresses: { accounts: count, sittings } })
        const payer = (count: number) => scoreOf({ funders: { accounts: count, isSameDay } })
        expect(address(few)).toBeGreaterThanOrEqual(address(many))
        expect(payer(few)).toBeGreaterThanOrEqual(payer(many))
      }),
    )
    expect(scoreOf({ addresses: { accounts: MAX_HOLDERS + 1, sittings: 99 } })).toBe(0)
    expect(scoreOf({ funders: { accounts: MAX_HOLDERS + 1, isSameDay: true } })).toBe(0)
  })

  it('never falls when a signal is added', () => {
    fc.assert(
      fc.property(anything, anything, (some, others) => {
        const more: SharedSignals = {
          devices: some.devices ?? others.devices,
          addresses: some.addresses ?? others.addresses,
          funders: some.funders ?? others.funders,
          wallets: Math.max(some.wallets, others.wallets),
          predecessors: Math.max(some.predecessors, others.predecessors),
        }
        expect(relatednessOf(more).score).toBeGreaterThanOrEqual(relatednessOf(some).score)
      }),
    )
  })
})

describe('what two accounts have in common', () => {
  it('is nothing for different values, even of the same text in another kind', () => {
    const signals = sharedSignals(
      account([...at('device', 'x', 1, 2), ...at('address', 'y', 1)]),
      account([...at('address', 'x', 1, 2), ...at('device', 'y', 1)]),
      two,
      nobody,
    )
    expect(signals).toEqual(NOTHING)
  })

  it('counts a device by the smaller part of the hours, and hours of both', () => {
    const mine = account([...at('device', 'd', 1, 2, 30), ...at('device', 'own', 90)])
    const theirs = account(at('device', 'd', 2, 30, 50, 51))
    expect(sharedSignals(mine, theirs, () => 7, nobody).devices).toEqual({
      share: 0.75,
      hours: 3,
      days: 2,
      sittings: 2,
      accounts: 7,
    })
  })

  it('takes the rarest address and payer, and none that many have', () => {
    const holders = (_: string, value: string) => Number(value.split('-')[1])
    const values = ['home-3', 'office-20', 'carrier-900']
    const traces = values.flatMap((value) => at('address', value, 1))
    const fundings = values.map((payer, day) => ({ payer, day }))
    const [one, other] = [account(traces, { fundings }), account(traces, { fundings })]
    expect(sharedSignals(one, other, holders, () => [one])).toMatchObject({
      addresses: { accounts: 3, sittings: 1 },
      funders: { accounts: 3, isSameDay: true },
    })
    const [far, away] = [account(at('address', 'carrier-900', 1)), account(at('address', 'carrier-900', 1))]
    expect(sharedSignals(far, away, holders, nobody).addresses).toBeNull()
  })

  it('is no payer who is a stranger to both [related.stranger-pays]', () => {
    const holders = () => 2
    const fundings = [{ payer: 'p', day: 1 }]
    const days = [0, 24, 48, 72]
    const one = account(at('device', 'd', ...days), { fundings })
    const other = account(at('device', 'e', ...days), { fundings, wallets: ['w'] })
    const counts = (payer: Account) => sharedSignals(one, other, holders, () => [payer]).funders !== null
    expect(counts(account(at('device', 'f', ...days)))).toBe(false)
    // A single visit to a device is no tie.
    expect(counts(account([...at('device', 'd', 0), ...at('device', 'f', ...days)]))).toBe(false)
    expect(counts(account(at('device', 'd', ...days)))).toBe(true)
    // At a public device only turns tie.
    const crowded = (kind: string) => (kind === 'device' ? 80 : 2)
    const atPublic = (payer: Account) => sharedSignals(one, other, crowded, () => [payer]).funders !== null
    expect(atPublic(account(at('device', 'd', ...days.map((hour) => hour + 1))))).toBe(false)
    expect(atPublic(account(at('device', 'd', ...days)))).toBe(true)
    expect(counts(account([], { wallets: ['w'] }))).toBe(true)
    expect(counts(one)).toBe(true)
    expect(sharedSignals(one, other, holders, nobody).funders).toBeNull()
  })

  it('is the same in either order', () => {
    const value = fc.constantFrom('a', 'b', 'c')
    const someone: fc.Arbitrary<Account> = fc.record({
      traces: fc.array(
        fc.record({
          kind: fc.constantFrom('device' as const, 'address' as const, 'predecessor' as const),
          value,
          hour: whole(4),
        }),
      ),
      fundings: fc.array(fc.record({ payer: value, day: whole(2) })),
      wallets: fc.array(value),
    })
    fc.assert(
      fc.property(someone, someone, someone, (one, other, third) => {
        const payers = (payer: string) => ({ a: [third], b: [one] })[payer] ?? []
        expect(sharedSignals(one, other, two, payers)).toEqual(sharedSignals(other, one, two, payers))
      }),
    )
  })
})
