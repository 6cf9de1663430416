import { TRUST_RULES } from '../../api/src/rules/trust.ts'
import type { Place } from '../../server/src/features/trust/flow.rules.ts'
import type { Payment } from '../../server/src/features/trust/money.rules.ts'

export const TODAY = 20_000
/** Long enough ago for places and money to count in full. */
const RIPE = TODAY - TRUST_RULES.ripenDays

/** A person stands by another; 0 USDC for none that stayed. */
export interface Backing {
  from: string
  to: string
  usdc: number
}

export const toPlace = ({ from, to }: Backing): Place => ({ giver: from, receiver: to, day: RIPE })
export const toPayments = (backings: readonly Backing[]): Payment[] =>
  backings.flatMap(({ from, to, usdc }) =>
    usdc === 0 ? [] : { from, to, micros: usdc * 1_000_000, day: RIPE, isVouch: true },
  )

/** Half of the places have no money behind them. */
const AMOUNTS = [...Array<number>(14).fill(0), 1, 1, 2, 2, 5, 5, 5, 10, 10, 10, 20, 20, 50, 100]
const COMMUNITY = 80

/**
 * Returns honest people by merit, highest first, and whom they back: hidden merit, communities, a few well-known people, and
 * households that back one another.
 */
export function honestWorld(size: number, each: number, random: () => number) {
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
  const given = new Map<string, number>()
  const back = (from: string, to: string, usdc: number) => {
    if (from === to || seen.has(`${from} ${to}`)) return
    seen.add(`${from} ${to}`)
    if ((given.get(from) ?? 0) >= TRUST_RULES.places) return
    given.set(from, (given.get(from) ?? 0) + 1)
    backings.push({ from, to, usdc })
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

/** Returns by whom the wallets of one owner stand, with the same money each time. Only ten places of each count. */
export function attack(shape: Shape, wallets: readonly string[], random: () => number): Backing[] {
  const size = wallets.length
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
  return pairs.map(([from, to, usdc = PAID]) => ({ from: wallets[from] as string, to: wallets[to] as string, usdc }))
}
