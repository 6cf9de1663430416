import { TRUST_RULES } from '@aura/api/rules/trust'
import type { Backing } from './flow.rules.ts'

/** Slow implementation of the published definition, in thousandths of a point. For tests. */
export function trustByDefinition(
  seeds: readonly string[],
  today: number,
  payments: readonly Backing[],
  related: readonly (readonly [string, string])[] = [],
  rings: ReadonlyMap<string, number> = new Map(),
) {
  const { perSeed, passedPart, bridgePart, steps, freshDays, fadeDays, fadeParts, floorUsdc, seedFloorUsdc, ringFree } =
    TRUST_RULES
  const backings = payments.filter(({ from, to }) => !related.some((pair) => pair.includes(from) && pair.includes(to)))
  const people = [...new Set([...seeds, ...backings.flatMap(({ from, to }) => [from, to])])]
  const between = (from: string, to: string) => backings.filter((backing) => backing.from === from && backing.to === to)
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const add = (numbers: readonly bigint[]) => numbers.reduce((total, number) => total + number, 0n)

  const afterRing = (person: string, points: bigint) => {
    const accounts = rings.get(person) ?? 0
    return accounts > ringFree ? (points * BigInt(ringFree)) / BigInt(accounts) : points
  }

  const edges = people.flatMap((from) =>
    people.flatMap((to) => {
      let returned = sum(between(to, from).map(({ usdc }) => usdc))
      const left = between(from, to)
        .reverse()
        .map(({ usdc, day }) => {
          const taken = Math.min(usdc, returned)
          returned -= taken
          const faded = Math.max(0, Math.ceil((today - day - freshDays) / fadeDays))
          return { usdc: usdc - taken, fresh: Math.max(0, fadeParts - faded) }
        })
      const net = sum(left.filter(({ fresh }) => fresh > 0).map(({ usdc }) => usdc))
      return left.length === 0 ? [] : [{ from, to, net, weight: sum(left.map(({ usdc, fresh }) => usdc * fresh)) }]
    }),
  )
  const divisors = new Map(
    people.map((giver) => {
      const given = sum(edges.filter(({ from }) => from === giver).map(({ net }) => net))
      return [giver, BigInt(fadeParts * Math.max(given, seeds.includes(giver) ? seedFloorUsdc : floorUsdc))] as const
    }),
  )
  const gives = new Map(people.map((person) => [person, seeds.includes(person) ? BigInt(perSeed) : 0n]))
  let brought: { from: string; to: string; points: bigint }[] = []
  for (let step = 1; step <= steps; step++) {
    brought = edges.map(({ from, to, weight }) => ({
      from,
      to,
      points: ((gives.get(from) as bigint) * BigInt(weight)) / (divisors.get(from) as bigint),
    }))
    for (const person of people.filter((id) => !seeds.includes(id))) {
      const mine = brought.filter(({ to }) => to === person)
      const most = mine
        .filter(({ from }) => !seeds.includes(from))
        .reduce((max, { points }) => (points > max ? points : max), 0n)
      const reached = afterRing(person, add(mine.map(({ points }) => points)))
      gives.set(person, (reached - afterRing(person, most) / BigInt(bridgePart)) / BigInt(passedPart))
    }
  }
  return new Map(
    people.map((person) => {
      const reached = afterRing(person, add(brought.filter(({ to }) => to === person).map(({ points }) => points)))
      return [person, Number(reached - reached / BigInt(passedPart))]
    }),
  )
}
