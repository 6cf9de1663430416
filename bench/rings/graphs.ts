import type { Backing } from '../../server/src/features/trust/flow.rules.ts'

export const TODAY = 20_000

const AMOUNTS = [1, 1, 2, 2, 5, 5, 5, 10, 10, 10, 20, 20, 50, 100]
const COMMUNITY = 80

export interface World {
  backings: Backing[]
  /** People by merit, highest first. */
  people: string[]
}

/** Returns honest people: hidden merit, communities, a few well-known people, and households that back one another. */
export function honestWorld(size: number, each: number, random: () => number): World {
  const upTo = (count: number) => Math.floor(random() * count)
  const oneOf = <T>(some: readonly T[]) => some[upTo(some.length)] as T
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const merit = new Map(Array.from({ length: size }, (_, index) => [`honest-${index}`, Math.exp(0.8 * normal())]))
  const people = [...merit.keys()].sort((a, b) => (merit.get(b) as number) - (merit.get(a) as number))
  const communities = Array.from({ length: Math.max(1, Math.floor(size / COMMUNITY)) }, (): string[] => [])
  const home = new Map(people.map((person) => [person, oneOf(communities)]))
  for (const [person, community] of home) community.push(person)
  const seen = new Set<string>()
  const backings: Backing[] = []
  const back = (from: string, to: string, usdc: number) => {
    if (from === to || seen.has(`${from} ${to}`)) return
    seen.add(`${from} ${to}`)
    backings.push({ from, to, usdc, day: TODAY - Math.min(700, Math.floor(-150 * Math.log(1 - random()))) })
  }
  // The better of two among neighbours, one of the best among the well-known: both prefer merit.
  const betterOf = (some: readonly string[]) => {
    const [a, b] = [oneOf(some), oneOf(some)]
    return (merit.get(a) as number) > (merit.get(b) as number) ? a : b
  }
  for (const person of people) {
    const many = Math.min(200, Math.floor((each * 0.35) / (1 - random()) ** 0.6))
    for (let count = 0; count < many; count++) {
      const kind = random()
      const known = people[Math.floor(size * random() ** 3)] as string
      const to = kind < 0.7 ? betterOf(home.get(person) as string[]) : kind < 0.9 ? known : oneOf(people)
      back(person, to, oneOf(AMOUNTS))
    }
  }
  for (let first = 0; first + 3 < size; first += 4) {
    if (random() >= 0.25) continue
    const household = people.slice(first, first + 2 + upTo(3))
    for (const from of household) for (const to of household) if (random() < 0.8) back(from, to, oneOf([5, 10, 20, 50]))
  }
  return { backings, people }
}

export const SHAPES = ['ring', 'chain', 'star', 'tree', 'clique', 'mix'] as const
export type Shape = (typeof SHAPES)[number]

const PAID = 100

export const walletsOf = (size: number): string[] => Array.from({ length: size }, (_, index) => `wallet-${index}`)

/** Returns the payments between the wallets of one owner: the same money each time. */
export function attack(shape: Shape, size: number, random: () => number): Backing[] {
  const pairs: [number, number, number?][] = []
  for (let from = 0; from < size; from++) {
    if (shape === 'ring') pairs.push([from, (from + 1) % size])
    if (shape === 'chain' && from + 1 < size) pairs.push([from, from + 1])
    if (shape === 'star' && from > 0) pairs.push([0, from])
    if (shape === 'tree') for (const to of [2 * from + 1, 2 * from + 2]) if (to < size) pairs.push([from, to])
    for (let to = 0; to < size; to++) {
      if (from === to) continue
      // Each pair pays one way, since paying back nets to nothing. The directions rotate, so that the clique is full of
      // rings.
      if (shape === 'clique' && (to - from + size) % size <= (size - 1) / 2) pairs.push([from, to])
      if (shape === 'mix' && random() < Math.min(0.5, 4 / size)) pairs.push([from, to, 1 + Math.floor(random() * PAID)])
    }
  }
  const wallets = walletsOf(size)
  return pairs.map(([from, to, usdc = PAID]) => ({
    from: wallets[from] as string,
    to: wallets[to] as string,
    usdc,
    day: TODAY,
  }))
}
