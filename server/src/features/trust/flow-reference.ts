import { TRUST_RULES } from '@aura/api/rules/trust'
import type { TrustBasis } from './flow.rules.ts'
import type { Payment } from './money.rules.ts'

/** Slow implementation of the published definition, in thousandths of a point. For tests. */
export function trustByDefinition({ seeds, today, places, payments, standings = new Map() }: TrustBasis) {
  const rules = TRUST_RULES
  const people = [...new Set([...seeds, ...places.flatMap(({ giver, receiver }) => [giver, receiver])])]
  const add = (numbers: readonly bigint[]) => numbers.reduce((total, number) => total + number, 0n)
  const largest = (numbers: readonly bigint[]) => numbers.reduce((max, each) => (each > max ? each : max), 0n)
  const isSeed = (person: string) => seeds.includes(person)
  const room = (person: string) => (isSeed(person) ? rules.seedPlaces : rules.places)
  const isOut = (person: string) => standings.get(person)?.isOut ?? false
  const ripe = (since: number) => Math.min(Math.max(today - since, 0), rules.ripenDays)

  const counting = people
    .flatMap((giver) => places.filter((place) => place.giver === giver).slice(0, room(giver)))
    .filter(({ giver, receiver, isRelated }) => giver !== receiver && !isRelated)
    .map(({ giver, receiver, day }) => {
      const money = stayed(payments, giver, receiver)
      const parts = ripe(day) + (money === undefined ? 0 : Math.min(ripe(day), ripe(money)))
      return { giver, receiver, parts: BigInt(parts), of: BigInt(2 * rules.ripenDays * room(giver)) }
    })

  const afterRing = (person: string, points: bigint) => {
    const accounts = Math.min(standings.get(person)?.ring ?? 0, rules.ringMost)
    return accounts > rules.ringFree ? (points * BigInt(rules.ringFree)) / BigInt(accounts) : points
  }
  const afterLiabilities = (person: string, points: bigint) => {
    const part = BigInt(isSeed(person) ? rules.seedLiabilityPart : rules.liabilityPart)
    const each = Array.from({ length: standings.get(person)?.liabilities ?? 0 })
    return each.reduce<bigint>((left) => (left * (part - 1n)) / part, points)
  }

  const counts = (bySeed: readonly bigint[]) => {
    const sum = add(bySeed)
    const others = sum - largest(bySeed)
    return largest([sum / BigInt(rules.singleSeedPart), 2n * others < sum ? 2n * others : sum])
  }
  const handedOut = (person: string, reached: readonly bigint[]) => {
    const sum = add(reached)
    const part = sum === 0n ? 0n : (1_000n * counts(reached)) / sum
    return sources.map((seed, nr) => {
      if (isOut(person) || (isSeed(person) && person !== seed)) return 0n
      if (person === seed) return afterLiabilities(person, BigInt(rules.perSeed))
      return afterLiabilities(person, ((reached[nr] as bigint) * part) / (1_000n * BigInt(rules.passedPart)))
    })
  }

  const sources = [...new Set(seeds)]
  const nothing = sources.map(() => 0n)
  let reached = new Map(people.map((person) => [person, nothing]))
  for (let step = 1; step <= rules.steps; step++) {
    const gives = new Map(people.map((person) => [person, handedOut(person, reached.get(person) as bigint[])]))
    reached = new Map(
      people.map((person) => {
        const places = counting.filter(({ receiver }) => receiver === person && !isOut(person))
        return [
          person,
          sources.map((_, nr) =>
            afterRing(person, add(places.map(({ giver, parts, of }) => ((gives.get(giver)?.[nr] ?? 0n) * parts) / of))),
          ),
        ]
      }),
    )
  }
  return new Map(
    people.map((person) => {
      const points = counts(reached.get(person) as bigint[])
      return [person, Number(points - points / BigInt(rules.passedPart))]
    }),
  )
}

/** Returns the day of the giver's first vouch of which a USDC stayed, every payment back taken off one micro-USDC heap. */
function stayed(payments: readonly Payment[], giver: string, receiver: string): number | undefined {
  const between = payments.filter(
    ({ from, to }) => (from === giver && to === receiver) || (from === receiver && to === giver),
  )
  let heaps: { owner: string; left: number; day: number }[] = []
  for (const { from, micros, day, isVouch } of between) {
    const isWithin = (heap: { owner: string; day: number }) =>
      heap.owner !== from && day - heap.day <= TRUST_RULES.returnDays
    const newest = heaps.filter(isWithin).toReversed()
    const after = new Map(
      newest.map((heap, index) => {
        const newer = newest.slice(0, index).reduce((total, { left }) => total + left, 0)
        return [heap, Math.max(0, heap.left - Math.max(0, micros - newer))]
      }),
    )
    const spent = Math.min(
      micros,
      newest.reduce((total, { left }) => total + left, 0),
    )
    heaps = heaps.map((heap) => ({ ...heap, left: after.get(heap) ?? heap.left }))
    if (isVouch) heaps.push({ owner: from, left: micros - spent, day })
  }
  return heaps.find(({ owner, left }) => owner === giver && left >= 1_000_000)?.day
}
