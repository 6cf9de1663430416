import type { Hex } from '../../bytes.ts'

/** Equal to the values of `api/src/rules/trust.ts`. A facts test compares them and `trustOf` with the product. */
export const TRUST = {
  unit: 1_000,
  perSeed: 1_000_000_000,
  places: 10,
  seedPlaces: 50,
  passedPart: 20,
  singleSeedPart: 4,
  steps: 8,
} as const

export interface Backing {
  from: Hex
  to: Hex
  usdc: number
}

/**
 * Returns each person's Trust in whole points by Aura's formula, where whoever vouched for a person, net, stands by them
 * and did so long ago. `backings` are in the order of the chain.
 */
export function trustOf(seeds: readonly Hex[], backings: readonly Backing[]): Map<Hex, number> {
  const people = [...new Set([...seeds, ...backings.flatMap(({ from, to }) => [from, to])])]
  const isSeed = (person: Hex) => seeds.includes(person)
  const places = people.flatMap((from) => people.filter((to) => stays(backings, from, to)).map((to) => ({ from, to })))
  const sumOf = (points: readonly number[]) => points.reduce((sum, each) => sum + each, 0)
  const counting = (points: readonly number[]) => {
    const sum = sumOf(points)
    return Math.max(Math.floor(sum / TRUST.singleSeedPart), Math.min(sum, 2 * (sum - Math.max(0, ...points))))
  }
  const passedOn = (person: Hex, reached: readonly number[]) => {
    const part = Math.floor((counting(reached) * 1_000) / Math.max(1, sumOf(reached)))
    return reached.map((points, nr) => {
      if (isSeed(person)) return seeds[nr] === person ? TRUST.perSeed : 0
      return Math.floor((points * part) / (1_000 * TRUST.passedPart))
    })
  }
  let reached = new Map(people.map((person) => [person, seeds.map(() => 0)]))
  for (let step = 0; step < TRUST.steps; step++) {
    const gives = new Map(people.map((person) => [person, passedOn(person, reached.get(person) ?? [])]))
    const brought = (from: Hex, nr: number) =>
      Math.floor((gives.get(from)?.[nr] ?? 0) / (isSeed(from) ? TRUST.seedPlaces : TRUST.places))
    reached = new Map(
      people.map((person) => {
        const givers = places.filter(({ to }) => to === person)
        return [person, seeds.map((_, nr) => sumOf(givers.map(({ from }) => brought(from, nr))))]
      }),
    )
  }
  return new Map(
    people.map((person) => {
      const points = counting(reached.get(person) ?? [])
      return [person, Math.floor((points - Math.floor(points / TRUST.passedPart)) / TRUST.unit)]
    }),
  )
}

/** Returns whether a whole USDC of one vouch stayed: money that comes back takes from the newest vouches first. */
function stays(backings: readonly Backing[], from: Hex, to: Hex): boolean {
  const open: { from: Hex; left: number }[] = []
  for (const each of backings) {
    const isBetween = (each.from === from && each.to === to) || (each.from === to && each.to === from)
    if (!isBetween) continue
    let left = each.usdc
    for (const other of open.toReversed()) {
      const taken = other.from === each.to ? Math.min(left, other.left) : 0
      other.left -= taken
      left -= taken
    }
    open.push({ from: each.from, left })
  }
  return open.some((each) => each.from === from && each.left >= 1)
}
