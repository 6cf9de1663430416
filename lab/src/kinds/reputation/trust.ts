import type { Hex } from '../../bytes.ts'

/** Equal to the values of `api/src/rules/trust.ts`. A facts test compares them and `trustOf` with the product. */
export const TRUST = {
  unit: 1_000,
  perSeed: 100_000_000,
  passedPart: 11,
  bridgePart: 4,
  steps: 8,
  floorUsdc: 10,
  seedFloorUsdc: 100,
} as const

export interface Backing {
  from: Hex
  to: Hex
  usdc: number
}

/** Returns each person's Trust in whole points by Aura's formula, without fading. */
export function trustOf(seeds: readonly Hex[], backings: readonly Backing[]): Map<Hex, number> {
  const people = [...new Set([...seeds, ...backings.flatMap(({ from, to }) => [from, to])])]
  const paid = (from: Hex, to: Hex) =>
    backings.reduce((sum, backing) => sum + (backing.from === from && backing.to === to ? backing.usdc : 0), 0)
  const edges = people.flatMap((from) =>
    people.flatMap((to) => {
      const net = paid(from, to) - paid(to, from)
      return net > 0 ? [{ from, to, net }] : []
    }),
  )
  const given = (giver: Hex) => edges.reduce((sum, { from, net }) => sum + (from === giver ? net : 0), 0)
  const isSeed = (person: Hex) => seeds.includes(person)
  const divisors = new Map(
    people.map((giver) => [giver, Math.max(given(giver), isSeed(giver) ? TRUST.seedFloorUsdc : TRUST.floorUsdc)]),
  )
  const gives = new Map(people.map((person) => [person, isSeed(person) ? TRUST.perSeed : 0]))
  let reached = new Map<Hex, number>()
  for (let step = 0; step < TRUST.steps; step++) {
    const brought = edges.map(({ from, to, net }) => {
      const points = Math.floor(((gives.get(from) ?? 0) * net) / (divisors.get(from) ?? 1))
      return { from, to, points }
    })
    const to = (person: Hex) => brought.filter((each) => each.to === person)
    reached = new Map(people.map((person) => [person, to(person).reduce((sum, { points }) => sum + points, 0)]))
    for (const person of people.filter((each) => !isSeed(each))) {
      const most = Math.max(0, ...to(person).flatMap(({ from, points }) => (isSeed(from) ? [] : [points])))
      const passed = ((reached.get(person) ?? 0) - Math.floor(most / TRUST.bridgePart)) / TRUST.passedPart
      gives.set(person, Math.floor(passed))
    }
  }
  const kept = (points: number) => points - Math.floor(points / TRUST.passedPart)
  return new Map(people.map((person) => [person, Math.floor(kept(reached.get(person) ?? 0) / TRUST.unit)]))
}
