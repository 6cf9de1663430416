import { TRUST_RULES } from '@aura/api/rules/trust'

/**
 * Trust, formula version 3 (`TRUST_RULES`). Seeds hand out points; each person keeps ten elevenths of the points that
 * reach them and passes on the rest to the people they back, in proportion to net and fresh USDC. So a group never
 * holds more than what is carried into it, and backing one another adds a tenth at most. The inviter of a ring gets
 * less the larger it is, and passes on less. Points are whole thousandths, always rounded down.
 */

/** Payments of one person to another, in the order of the chain. Days are UTC days since 1970, USDC are whole. */
export interface Backing {
  from: string
  to: string
  usdc: number
  day: number
}

/** Returns how many of `fadeParts` a payment of this age still counts. */
export const freshness = (ageDays: number): number => {
  const { fadeParts, freshDays, fadeDays } = TRUST_RULES
  return Math.min(fadeParts, Math.max(0, fadeParts - Math.ceil((ageDays - freshDays) / fadeDays)))
}

/** Returns the points that a person passes on, `most` from a supporter who is no seed, less by a bridge. */
const passedOn = (reached: number, most: number): number =>
  Math.floor((reached - Math.floor(most / TRUST_RULES.bridgePart)) / TRUST_RULES.passedPart)

const kept = (reached: number): number => reached - Math.floor(reached / TRUST_RULES.passedPart)

/** Returns the rest of the points that reach the inviter of a ring with this number of accounts. */
const afterRing = (points: number, ring: number): number =>
  ring > TRUST_RULES.ringFree ? Math.floor((points * TRUST_RULES.ringFree) / ring) : points

/** Below this, a product of two remainders is exact in floating point. */
const EXACT_DIVISOR = 2 ** 26

/** Returns floor(gives * weight / divisor), exactly; `weight` is at most `divisor`. */
export function share(gives: number, weight: number, divisor: number): number {
  if (divisor >= EXACT_DIVISOR) return Number((BigInt(gives) * BigInt(weight)) / BigInt(divisor))
  const whole = Math.floor(gives / divisor)
  return whole * weight + Math.floor(((gives - whole * divisor) * weight) / divisor)
}

/** Share of touched edges above which calculating all people is cheaper than following a payment. */
const WORTH_ALL = 1 / 8

export interface Trusted {
  id: string
  /** Points, whole as they are shown. */
  points: number
  /** Number of people who bring anything. */
  supporters: number
  /** The largest supporters, at most `TRUST_RULES.shownSupporters`, with the whole points kept from each. */
  top: { id: string; points: number }[]
}

interface Edge {
  index: number
  from: number
  to: number
  payments: { usdc: number; day: number }[]
  gross: number
  /** Net USDC that hasn't faded, and the same times its freshness. */
  net: number
  weight: number
}

/** Points by person. Typed arrays, longer than needed, halve the time that a calculation of all people takes. */
interface Step {
  reached: Float64Array<ArrayBuffer>
  gives: Float64Array<ArrayBuffer>
}

/** The edges as columns, for calculating all people. */
interface Columns {
  from: Float64Array<ArrayBuffer>
  to: Float64Array<ArrayBuffer>
  weight: Float64Array<ArrayBuffer>
}

const INITIAL_SIZE = 1_024

function withRoom(numbers: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers
  const longer = new Float64Array(2 * length)
  longer.set(numbers)
  return longer
}

const numbers = () => new Float64Array(INITIAL_SIZE)

/** All people's Trust on one day. Each payment updates it to exactly what a new calculation of all payments gives. */
export class TrustFlow {
  readonly #today: number
  readonly #seeds: ReadonlySet<string>
  readonly #ids: string[] = []
  readonly #indexOf = new Map<string, number>()
  #isSeed = numbers()
  /** Number of accounts in each inviter's ring; 0 without one. */
  #ring = numbers()
  readonly #rings: ReadonlyMap<string, number>
  readonly #given: number[] = []
  #divisor = numbers()
  readonly #ins: Edge[][] = []
  readonly #outs: Map<number, Edge>[] = []
  readonly #edges: Edge[] = []
  readonly #columns: Columns = { from: numbers(), to: numbers(), weight: numbers() }
  readonly #steps: Step[] = Array.from({ length: TRUST_RULES.steps + 1 }, () => ({
    reached: numbers(),
    gives: numbers(),
  }))

  /** `rings` is the number of counting accounts by inviter. It stays fixed while payments come. */
  constructor(
    seeds: readonly string[],
    today: number,
    backings: readonly Backing[],
    rings: ReadonlyMap<string, number> = new Map(),
  ) {
    this.#today = today
    this.#rings = rings
    this.#seeds = new Set(seeds)
    for (const seed of this.#seeds) this.#personOf(seed)
    for (const backing of backings) this.#record(backing)
    for (const edge of this.#edges) this.#weigh(edge)
    this.#flowFrom(1)
  }

  get today(): number {
    return this.#today
  }

  /** Returns Trust in thousandths of a point. */
  thousandthsOf(id: string): number {
    const person = this.#indexOf.get(id)
    return person === undefined ? 0 : kept(this.#last.reached[person] as number)
  }

  /** Returns the thousandths of a point that one person brings to another, before either keeps or passes on any. */
  broughtBy(from: string, to: string): number {
    const edge = this.#outs[this.#indexOf.get(from) ?? -1]?.get(this.#indexOf.get(to) ?? -1)
    return edge ? this.#brings(edge, TRUST_RULES.steps) : 0
  }

  /** Returns all people with a whole point. */
  all(): Trusted[] {
    return this.#ids.map((_, person) => this.#trusted(person)).filter(({ points }) => points > 0)
  }

  /** Adds a payment. Returns the people whose Trust may have changed. */
  add(backing: Backing): Trusted[] {
    const edge = this.#record(backing)
    this.#weigh(edge)
    const back = this.#outs[edge.to]?.get(edge.from)
    if (back) this.#weigh(back)
    const reweighed = [edge.from, edge.to]
    let changed: number[] = []
    let targets: number[] = []
    for (let at = 1; at <= TRUST_RULES.steps; at++) {
      targets = this.#targetsOf([...reweighed, ...changed])
      let work = 0
      for (const target of targets) work += (this.#ins[target] as Edge[]).length
      if (work > this.#edges.length * WORTH_ALL) {
        const { gives } = this.#steps[TRUST_RULES.steps - 1] as Step
        const before = gives.slice()
        this.#flowFrom(at)
        const others = [...this.#ids.keys()].filter((person) => gives[person] !== before[person])
        targets = this.#targetsOf([...reweighed, ...others])
        break
      }
      const { gives } = this.#steps[at] as Step
      changed = targets.filter((target) => {
        const before = gives[target]
        this.#receive(target, at)
        return gives[target] !== before
      })
    }
    return targets.map((person) => this.#trusted(person))
  }

  #targetsOf(givers: readonly number[]): number[] {
    const targets = new Set<number>()
    for (const giver of givers)
      for (const target of (this.#outs[giver] as Map<number, Edge>).keys()) targets.add(target)
    return [...targets]
  }

  get #last(): Step {
    return this.#steps[TRUST_RULES.steps] as Step
  }

  #personOf(id: string): number {
    const known = this.#indexOf.get(id)
    if (known !== undefined) return known
    const person = this.#ids.push(id) - 1
    this.#indexOf.set(id, person)
    this.#isSeed = withRoom(this.#isSeed, person + 1)
    this.#ring = withRoom(this.#ring, person + 1)
    this.#ring[person] = this.#rings.get(id) ?? 0
    this.#divisor = withRoom(this.#divisor, person + 1)
    this.#given.push(0)
    this.#ins.push([])
    this.#outs.push(new Map())
    for (const step of this.#steps) {
      step.reached = withRoom(step.reached, person + 1)
      step.gives = withRoom(step.gives, person + 1)
      if (this.#seeds.has(id)) step.gives[person] = TRUST_RULES.perSeed
    }
    if (this.#seeds.has(id)) this.#isSeed[person] = 1
    this.#divide(person)
    return person
  }

  /** Divides a giver's points; in proportion below the floor, so that a single USDC doesn't carry everything. */
  #divide(giver: number): void {
    const { floorUsdc, seedFloorUsdc, fadeParts } = TRUST_RULES
    this.#divisor[giver] =
      Math.max(this.#given[giver] as number, this.#isSeed[giver] ? seedFloorUsdc : floorUsdc) * fadeParts
  }

  #record({ from: fromId, to: toId, usdc, day }: Backing): Edge {
    const [from, to] = [this.#personOf(fromId), this.#personOf(toId)]
    let edge = this.#outs[from]?.get(to)
    if (!edge) {
      edge = { index: this.#edges.length, from, to, payments: [], gross: 0, net: 0, weight: 0 }
      this.#edges.push(edge)
      const columns = this.#columns
      for (const name of ['from', 'to', 'weight'] as const) columns[name] = withRoom(columns[name], this.#edges.length)
      columns.from[edge.index] = from
      columns.to[edge.index] = to
      this.#outs[from]?.set(to, edge)
      this.#ins[to]?.push(edge)
    }
    edge.payments.push({ usdc, day })
    edge.gross += usdc
    return edge
  }

  /** Weighs an edge. Returned money is taken off the newest payments first; the rest counts by its freshness. */
  #weigh(edge: Edge): void {
    let returned = this.#outs[edge.to]?.get(edge.from)?.gross ?? 0
    let net = 0
    let weight = 0
    for (const { usdc, day } of edge.payments.toReversed()) {
      const left = Math.max(0, usdc - returned)
      returned = Math.max(0, returned - usdc)
      const fresh = freshness(this.#today - day)
      if (fresh > 0) net += left
      weight += left * fresh
    }
    this.#given[edge.from] = (this.#given[edge.from] as number) + net - edge.net
    edge.net = net
    edge.weight = weight
    this.#columns.weight[edge.index] = weight
    this.#divide(edge.from)
  }

  #brings(edge: Edge, at: number): number {
    const { gives } = this.#steps[at - 1] as Step
    return share(gives[edge.from] as number, edge.weight, this.#divisor[edge.from] as number)
  }

  /** Calculates all people, from this step to the last. */
  #flowFrom(first: number): void {
    const { from, to, weight } = this.#columns
    const divisor = this.#divisor
    const isSeed = this.#isSeed
    const ring = this.#ring
    const people = this.#ids.length
    const edges = this.#edges.length
    for (let at = first; at <= TRUST_RULES.steps; at++) {
      const before = (this.#steps[at - 1] as Step).gives
      const { reached, gives } = this.#steps[at] as Step
      const most = new Float64Array(people)
      reached.fill(0)
      for (let edge = 0; edge < edges; edge++) {
        const giver = from[edge] as number
        const given = before[giver] as number
        if (given === 0) continue
        const points = share(given, weight[edge] as number, divisor[giver] as number)
        const target = to[edge] as number
        reached[target] = (reached[target] as number) + points
        if (points > (most[target] as number) && isSeed[giver] === 0) most[target] = points
      }
      for (let person = 0; person < people; person++) {
        const accounts = ring[person] as number
        const total = afterRing(reached[person] as number, accounts)
        reached[person] = total
        if (isSeed[person] === 0) gives[person] = passedOn(total, afterRing(most[person] as number, accounts))
      }
    }
  }

  #receive(person: number, at: number): void {
    const { reached, gives } = this.#steps[at] as Step
    let total = 0
    let most = 0
    for (const edge of this.#ins[person] as Edge[]) {
      const points = this.#brings(edge, at)
      total += points
      if (points > most && !this.#isSeed[edge.from]) most = points
    }
    const ring = this.#ring[person] as number
    reached[person] = afterRing(total, ring)
    if (!this.#isSeed[person]) gives[person] = passedOn(reached[person], afterRing(most, ring))
  }

  #trusted(person: number): Trusted {
    const { steps, unit, shownSupporters } = TRUST_RULES
    let supporters = 0
    const top: { id: string; points: number }[] = []
    for (const edge of this.#ins[person] as Edge[]) {
      const points = kept(afterRing(this.#brings(edge, steps), this.#ring[person] as number))
      if (points === 0) continue
      supporters++
      const id = this.#ids[edge.from] as string
      const place = top.findIndex((other) => points > other.points || (points === other.points && id < other.id))
      top.splice(place < 0 ? top.length : place, 0, { id, points })
      if (top.length > shownSupporters) top.pop()
    }
    return {
      id: this.#ids[person] as string,
      points: Math.floor(kept(this.#last.reached[person] as number) / unit),
      supporters,
      top: top.map(({ id, points }) => ({ id, points: Math.floor(points / unit) })),
    }
  }
}
