import { TRUST_RULES } from '../../api/src/rules/trust.ts'
import { NOTHING, type Place, type Standing, TrustFlow } from '../../server/src/features/trust/flow.rules.ts'
import type { Payment } from '../../server/src/features/trust/money.rules.ts'

/** The day on which the first person joins. */
export const START = 20_000
const GROWTH_DAYS = 90

interface Dated extends Place {
  endedOn: number
}

interface Extra {
  places?: readonly Place[]
  payments?: readonly Payment[]
  standings?: ReadonlyMap<string, Standing>
}

export interface Assumed {
  people: number
  seeds: number
  /** People by whom each seed comes to stand in 90 days, and the share of newcomers of the last week among them. */
  perSeed: number
  newcomers: number
  /** Share of other people who ever stand by anyone, and by how many, over 90 days from their joining. */
  givers: number
  perGiver: number
  /** Share of places with money behind them. */
  withMoney: number
  /** Share of open places taken back, and of people suspended, in 30 days. */
  takenBack: number
  suspended: number
}

/**
 * Returns a network in which as many people join every day for 90 days, and which then goes on for as long. `joinedOn` has the
 * days on which people but seeds joined; the open places, who is out and the flow are those of a day.
 */
export function growingNetwork(assumed: Assumed, random: () => number) {
  const { people, seeds: seedCount, perSeed, newcomers, givers, perGiver, withMoney, takenBack, suspended } = assumed
  const upTo = (count: number) => Math.floor(random() * count)
  const seeds = Array.from({ length: seedCount }, (_, index) => `seed-${index}`)
  const ids = Array.from({ length: people }, (_, index) => `person-${index}`)
  const joinedOn = new Map(ids.map((id, index) => [id, START + Math.floor((index * GROWTH_DAYS) / people)]))
  const end = START + 3 * GROWTH_DAYS
  const outSince = new Map<string, number>()
  const places: Dated[] = []
  const payments: Payment[] = []
  const taken = new Set<string>()
  const room = (giver: string) => (seeds.includes(giver) ? TRUST_RULES.seedPlaces : TRUST_RULES.places)
  const open = (giver: string) => places.filter((place) => place.giver === giver && place.endedOn > end).length
  const stand = (giver: string, receiver: string, day: number) => {
    if (giver === receiver || taken.has(`${giver} ${receiver}`) || open(giver) >= room(giver)) return
    taken.add(`${giver} ${receiver}`)
    places.push({ giver, receiver, day, endedOn: Number.POSITIVE_INFINITY })
    if (random() < withMoney) payments.push({ from: giver, to: receiver, micros: 10_000_000, day, isVouch: true })
  }
  const active = new Set(ids.filter(() => random() < givers))
  for (let day = START; day < START + 2 * GROWTH_DAYS; day++) {
    const members = ids.filter((id) => (joinedOn.get(id) as number) <= day && !outSince.has(id))
    const fresh = members.filter((id) => (joinedOn.get(id) as number) > day - 7)
    const oneOf = (some: readonly string[]) => some[upTo(some.length)] as string
    const anyone = () => oneOf(members)
    for (const seed of seeds)
      if (random() < perSeed / GROWTH_DAYS)
        stand(seed, fresh.length > 0 && random() < newcomers ? oneOf(fresh) : anyone(), day)
    for (const giver of members) if (active.has(giver) && random() < perGiver / GROWTH_DAYS) stand(giver, anyone(), day)
    for (const place of places) if (place.endedOn > day && random() < takenBack / 30) place.endedOn = day
    for (const id of members) if (random() < suspended / 30) outSince.set(id, day)
  }
  const placesOn = (day: number): Place[] => places.filter((place) => place.day <= day && place.endedOn > day)
  const outOn = (day: number) => new Set([...outSince].flatMap(([id, since]) => (since <= day ? [id] : [])))
  return {
    seeds,
    joinedOn,
    placesOn,
    outOn,
    flowOn(day: number, { places: more = [], payments: paid = [], standings = new Map() }: Extra = {}) {
      const out = new Map([...outOn(day)].map((id): [string, Standing] => [id, { ...NOTHING, isOut: true }]))
      return new TrustFlow({
        seeds,
        today: day,
        places: [...more, ...placesOn(day)],
        payments: [...payments.filter((payment) => payment.day <= day), ...paid],
        standings: new Map([...answering(day), ...out, ...standings]),
      })
    },
  }

  /** Returns who stood by someone when they were suspended, in the last 180 days. */
  function answering(day: number): Map<string, Standing> {
    const counts = new Map<string, number>()
    for (const [id, since] of outSince)
      if (since <= day && day < since + TRUST_RULES.liabilityDays)
        for (const { giver, receiver, day: placedOn, endedOn } of places)
          if (receiver === id && placedOn <= since && endedOn >= since) counts.set(giver, (counts.get(giver) ?? 0) + 1)
    return new Map([...counts].map(([id, liabilities]) => [id, { ...NOTHING, liabilities }]))
  }
}
export type Network = ReturnType<typeof growingNetwork>
