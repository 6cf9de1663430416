import { TRUST_RULES } from '@aura/api/rules/trust'
import { type Payment, stayedSince } from './money.rules.ts'

/**
 * Trust, formula version 4 (`TRUST_RULES`). Seeds hand out points along places, by which people stand by others. Each
 * place carries a fixed part of what its giver may pass on, half of it without money behind it; what isn't placed goes
 * to no one, so no one's place shrinks because another one was given. Flows of
 * different seeds are kept apart: of what comes through a single seed a quarter counts, until others agree. Of what counts
 * each person keeps nineteen twentieths and may pass on the rest. Points are whole thousandths, always rounded down.
 */

/** A person stands by another. Days are UTC days since 1970. */
export interface Place {
  giver: string
  receiver: string
  day: number
  /** Whether the two seem to be one person's accounts, so that the place takes room and carries nothing. */
  isRelated?: boolean
}

/** What changes a person's part, whoever stands by them. */
export interface Standing {
  /** Suspended or deleted: neither has Trust nor passes any on. */
  isOut: boolean
  /** Number of people they stood by who were suspended or part of a ring. */
  liabilities: number
  /** Number of accounts in a ring they invited, which counts from the end of the notice on; 0 without one. */
  ring: number
}

export const NOTHING: Standing = { isOut: false, liabilities: 0, ring: 0 }

export interface TrustBasis {
  seeds: readonly string[]
  today: number
  /** In the order in which they were placed. */
  places: readonly Place[]
  /** In the order of the chain. */
  payments: readonly Payment[]
  standings?: ReadonlyMap<string, Standing>
}

/** Returns the parts of a place that count, of `partsOf`: one for each day it ripened, and as many again for money. */
export function partsOfPlace(today: number, day: number, moneyDay: number | null): number {
  const ripe = (since: number) => Math.min(TRUST_RULES.ripenDays, Math.max(0, today - since))
  return ripe(day) + (moneyDay === null ? 0 : ripe(Math.max(day, moneyDay)))
}

/** Returns the parts into which a giver's points are divided. */
export const partsOf = (isSeed: boolean): number =>
  2 * TRUST_RULES.ripenDays * (isSeed ? TRUST_RULES.seedPlaces : TRUST_RULES.places)

/** Returns floor(points * parts / of), exactly: the product is far below 2^53. */
export const carried = (points: number, parts: number, of: number): number => Math.floor((points * parts) / of)

export const kept = (points: number): number => points - Math.floor(points / TRUST_RULES.passedPart)

/** Returns the rest of the points that reach the inviter of a ring with this number of accounts. */
export const afterRing = (points: number, ring: number): number =>
  ring > TRUST_RULES.ringFree
    ? Math.floor((points * TRUST_RULES.ringFree) / Math.min(ring, TRUST_RULES.ringMost))
    : points

function afterLiabilities(points: number, liabilities: number, isSeed: boolean): number {
  const part = isSeed ? TRUST_RULES.seedLiabilityPart : TRUST_RULES.liabilityPart
  let left = points
  for (let each = 0; each < liabilities && left > 0; each++) left = Math.floor((left * (part - 1)) / part)
  return left
}

/** Returns the points that count of a sum, of which one seed brought `most`: a quarter, until others agree. */
export const agreed = (sum: number, most: number): number =>
  Math.max(Math.floor(sum / TRUST_RULES.singleSeedPart), Math.min(sum, 2 * (sum - most)))

const THOUSAND = 1_000

/** Returns the same as a part of the sum, in thousandths. */
const agreedPart = (sum: number, most: number): number => Math.floor((agreed(sum, most) * THOUSAND) / sum)

/** Share of touched places above which calculating all people is cheaper than following a change. */
const WORTH_ALL = 1 / 8

export interface Trusted {
  id: string
  /** Points, whole as they are shown. */
  points: number
  /** Number of people who bring anything. */
  supporters: number
  /** The largest supporters, at most `TRUST_RULES.shownSupporters`, with the whole points kept from each. */
  top: { id: string; points: number }[]
  /** Thousandths of each seed's points, in the order of the seeds, that reach the person, and that they may pass on. */
  reached: number[]
  passes: number[]
}

interface Edge {
  index: number
  from: number
  to: number
  place: Place
  parts: number
}

const INITIAL_SIZE = 1_024

function withRoom<T extends Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>>(numbers: T, length: number): T {
  if (length <= numbers.length) return numbers
  const longer = new (numbers.constructor as new (length: number) => T)(2 * length)
  longer.set(numbers)
  return longer
}

const inOrder = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one])

/** All people's Trust on one day. Each change updates it to exactly what a new calculation gives. */
export class TrustFlow {
  readonly today: number
  readonly #seedIds: readonly string[]
  readonly #seedOf = new Map<string, number>()
  readonly #ids: string[] = []
  readonly #indexOf = new Map<string, number>()
  readonly #standings = new Map<string, Standing>()
  /** Column of a seed's own points; -1 for other people. */
  readonly #seed: number[] = []
  readonly #standing: Standing[] = []
  readonly #ins: Edge[][] = []
  readonly #outs: Edge[][] = []
  readonly #edges: Edge[] = []
  #placeCount = 0
  readonly #placesOf: number[] = []
  /** By the two people, in the order of their ids. */
  readonly #payments = new Map<string, Map<string, Payment[]>>()
  readonly #columns = {
    from: new Int32Array(INITIAL_SIZE),
    to: new Int32Array(INITIAL_SIZE),
    parts: new Int32Array(INITIAL_SIZE),
    of: new Int32Array(INITIAL_SIZE),
  }
  /** Points that each person may pass on after each step, a column for each seed. */
  readonly #gives: Float64Array<ArrayBuffer>[]
  /** Points that reach each person in the last step. */
  #reached: Float64Array<ArrayBuffer>
  /** Points that reach one person or, while all are calculated, everyone. */
  #scratch: Float64Array<ArrayBuffer>

  constructor({ seeds, today, places, payments, standings = new Map() }: TrustBasis) {
    this.today = today
    this.#seedIds = [...new Set(seeds)]
    this.#gives = Array.from({ length: TRUST_RULES.steps + 1 }, () => new Float64Array(INITIAL_SIZE))
    this.#reached = new Float64Array(INITIAL_SIZE)
    this.#scratch = new Float64Array(INITIAL_SIZE)
    for (const [index, seed] of this.#seedIds.entries()) this.#seedOf.set(seed, index)
    for (const [id, standing] of standings) this.#standings.set(id, standing)
    for (const seed of this.#seedIds) this.#personOf(seed)
    for (const payment of payments) this.#record(payment)
    for (const [giver, some] of Map.groupBy(places, (place) => place.giver)) this.#place(giver, some)
    this.#flowFrom(0)
  }

  /** Number of places, also of those that carry nothing. */
  get placeCount(): number {
    return this.#placeCount
  }

  get seeds(): readonly string[] {
    return this.#seedIds
  }

  /** Returns Trust in thousandths of a point. */
  thousandthsOf(id: string): number {
    const person = this.#indexOf.get(id)
    return person === undefined ? 0 : this.#held(person)
  }

  /** Returns the thousandths of a point that one person brings to another, before either keeps or passes on any. */
  broughtBy(giver: string, receiver: string): number {
    const edge = this.#outs[this.#indexOf.get(giver) ?? -1]?.find(({ place }) => place.receiver === receiver)
    return edge ? this.#brings(edge) : 0
  }

  /** Returns all people whom anything reaches, and all who may pass on anything. */
  all(): Trusted[] {
    return this.#ids.map((_, person) => this.#trusted(person)).filter(isSomething)
  }

  /** Replaces the people that one stands by. Returns the people whose Trust may have changed. */
  setPlaces(giver: string, places: readonly Place[]): Trusted[] {
    const person = this.#personOf(giver)
    const before = (this.#outs[person] as Edge[]).map(({ to }) => to)
    this.#place(giver, places)
    return this.#update([], [...before, ...(this.#outs[person] as Edge[]).map(({ to }) => to)])
  }

  /** Adds payments, in the order of the chain. Returns the people whose Trust may have changed. */
  pay(payments: readonly Payment[]): Trusted[] {
    const targets: number[] = []
    for (const payment of payments) {
      this.#record(payment)
      for (const [giver, receiver] of [
        [payment.from, payment.to],
        [payment.to, payment.from],
      ] as const)
        for (const edge of this.#outs[this.#indexOf.get(giver) ?? -1] ?? [])
          if (edge.place.receiver === receiver && this.#weigh(edge)) targets.push(edge.to)
    }
    return this.#update([], targets)
  }

  /** Changes one person's standing. Returns the people whose Trust may have changed. */
  setStanding(id: string, standing: Standing): Trusted[] {
    const person = this.#personOf(id)
    this.#standings.set(id, standing)
    this.#standing[person] = standing
    return this.#update([person], [])
  }

  #update(people: readonly number[], targets: readonly number[]): Trusted[] {
    const { steps } = TRUST_RULES
    let changed: number[] = []
    let touched: number[] = []
    for (let at = 0; at <= steps; at++) {
      touched = [...new Set([...people, ...(at === 0 ? [] : [...targets, ...this.#targetsOf(changed)])])]
      let work = 0
      for (const person of touched) work += (this.#ins[person] as Edge[]).length
      if (work > this.#edges.length * WORTH_ALL) {
        const gives = this.#gives[steps - 1] as Float64Array
        const before = gives.slice()
        this.#flowFrom(at)
        const width = this.#seedIds.length
        const others = [...this.#ids.keys()].filter((person) => differs(gives, before, person * width, width))
        const all = new Set([...people, ...targets, ...changed, ...touched, ...others, ...this.#targetsOf(others)])
        return [...all].map((person) => this.#trusted(person))
      }
      const before = changed
      changed = touched.filter((person) => this.#receive(person, at))
      if (at === steps) touched = [...new Set([...touched, ...before])]
    }
    return touched.map((person) => this.#trusted(person))
  }

  #targetsOf(givers: readonly number[]): number[] {
    const targets = new Set<number>()
    for (const giver of givers) for (const { to } of this.#outs[giver] as Edge[]) targets.add(to)
    return [...targets]
  }

  #personOf(id: string): number {
    const known = this.#indexOf.get(id)
    if (known !== undefined) return known
    const person = this.#ids.push(id) - 1
    this.#indexOf.set(id, person)
    this.#seed.push(this.#seedOf.get(id) ?? -1)
    this.#standing.push(this.#standings.get(id) ?? NOTHING)
    this.#ins.push([])
    this.#outs.push([])
    const length = (person + 1) * this.#seedIds.length
    if (length > this.#reached.length) {
      this.#reached = withRoom(this.#reached, length)
      this.#scratch = withRoom(this.#scratch, length)
      for (const [at, gives] of this.#gives.entries()) this.#gives[at] = withRoom(gives, length)
    }
    return person
  }

  #record(payment: Payment): void {
    const [one, other] = inOrder(payment.from, payment.to)
    const known = this.#payments.get(one) ?? new Map<string, Payment[]>()
    this.#payments.set(one, known)
    const between = known.get(other)
    if (between) between.push(payment)
    else known.set(other, [payment])
  }

  /** Replaces a giver's places. Those beyond their number carry nothing. */
  #place(giver: string, places: readonly Place[]): void {
    const from = this.#personOf(giver)
    for (const edge of this.#outs[from] as Edge[]) this.#remove(edge)
    const outs: Edge[] = []
    this.#outs[from] = outs
    this.#placeCount += places.length - (this.#placesOf[from] ?? 0)
    this.#placesOf[from] = places.length
    for (const place of places.slice(0, this.#seed[from] === -1 ? TRUST_RULES.places : TRUST_RULES.seedPlaces)) {
      if (place.isRelated || place.receiver === giver) continue
      const edge = { index: this.#edges.length, from, to: this.#personOf(place.receiver), place, parts: 0 }
      this.#edges.push(edge)
      outs.push(edge)
      this.#ins[edge.to]?.push(edge)
      if (this.#edges.length > this.#columns.of.length)
        for (const name of ['from', 'to', 'parts', 'of'] as const)
          this.#columns[name] = withRoom(this.#columns[name], this.#edges.length)
      this.#write(edge)
      this.#weigh(edge)
    }
  }

  #remove(edge: Edge): void {
    const ins = this.#ins[edge.to] as Edge[]
    ins.splice(ins.indexOf(edge), 1)
    const last = this.#edges.pop() as Edge
    if (last === edge) return
    last.index = edge.index
    this.#edges[last.index] = last
    this.#write(last)
  }

  #write({ index, from, to, parts }: Edge): void {
    this.#columns.from[index] = from
    this.#columns.to[index] = to
    this.#columns.parts[index] = parts
    this.#columns.of[index] = partsOf(this.#seed[from] !== -1)
  }

  /** Returns whether the edge's weight changed. */
  #weigh(edge: Edge): boolean {
    const { giver, receiver, day } = edge.place
    const [one, other] = inOrder(giver, receiver)
    const payments = this.#payments.get(one)?.get(other)
    const parts = partsOfPlace(this.today, day, payments ? stayedSince(payments, giver)[0] : null)
    if (parts === edge.parts) return false
    edge.parts = parts
    this.#columns.parts[edge.index] = parts
    return true
  }

  /** Calculates all people, from this step to the last. */
  #flowFrom(first: number): void {
    const { from, to, parts, of } = this.#columns
    const width = this.#seedIds.length
    const people = this.#ids.length
    const edges = this.#edges.length
    const scratch = this.#scratch
    for (let at = first; at <= TRUST_RULES.steps; at++) {
      scratch.fill(0)
      if (at > 0) {
        const gives = this.#gives[at - 1] as Float64Array
        for (let edge = 0; edge < edges; edge++) {
          const [giver, receiver] = [(from[edge] as number) * width, (to[edge] as number) * width]
          const [weight, divisor] = [parts[edge] as number, of[edge] as number]
          for (let seed = 0; seed < width; seed++) {
            const points = gives[giver + seed] as number
            if (points === 0) continue
            scratch[receiver + seed] = (scratch[receiver + seed] as number) + carried(points, weight, divisor)
          }
        }
      }
      for (let person = 0; person < people; person++) this.#give(person, at, person * width)
    }
  }

  /** Calculates one person in one step. Returns whether what they may pass on changed. */
  #receive(person: number, at: number): boolean {
    const width = this.#seedIds.length
    const scratch = this.#scratch
    scratch.fill(0, 0, width)
    const gives = this.#gives[at - 1]
    if (gives)
      for (const { from, parts, index } of this.#ins[person] as Edge[]) {
        const of = this.#columns.of[index] as number
        for (let seed = 0; seed < width; seed++) {
          const points = gives[from * width + seed] as number
          if (points > 0) scratch[seed] = (scratch[seed] as number) + carried(points, parts, of)
        }
      }
    return this.#give(person, at, 0)
  }

  /** Takes the points that reached a person, from a place of `#scratch`, and writes what they may pass on. */
  #give(person: number, at: number, start: number): boolean {
    const width = this.#seedIds.length
    const scratch = this.#scratch
    const own = person * width
    const { isOut, liabilities, ring } = this.#standing[person] as Standing
    const seed = this.#seed[person] as number
    const gives = this.#gives[at] as Float64Array
    let sum = 0
    let most = 0
    for (let column = start; column < start + width; column++) {
      const points = isOut ? 0 : afterRing(scratch[column] as number, ring)
      scratch[column] = points
      sum += points
      if (points > most) most = points
    }
    if (at === TRUST_RULES.steps) this.#reached.set(scratch.subarray(start, start + width), own)
    const part = seed === -1 && sum > 0 ? agreedPart(sum, most) : 0
    let isChanged = false
    for (let column = 0; column < width; column++) {
      const counting = Math.floor(((scratch[start + column] as number) * part) / (THOUSAND * TRUST_RULES.passedPart))
      const passed = afterLiabilities(
        seed === column && !isOut ? TRUST_RULES.perSeed : counting,
        liabilities,
        seed !== -1,
      )
      if (passed !== gives[own + column]) isChanged = true
      gives[own + column] = passed
    }
    return isChanged
  }

  #sums(person: number): { sum: number; most: number } {
    const width = this.#seedIds.length
    let sum = 0
    let most = 0
    for (let at = person * width; at < (person + 1) * width; at++) {
      const points = this.#reached[at] as number
      sum += points
      if (points > most) most = points
    }
    return { sum, most }
  }

  #held(person: number): number {
    const { sum, most } = this.#sums(person)
    return kept(agreed(sum, most))
  }

  #brings({ from, parts, index }: Edge): number {
    const width = this.#seedIds.length
    const gives = this.#gives[TRUST_RULES.steps - 1] as Float64Array
    const of = this.#columns.of[index] as number
    let points = 0
    for (let seed = 0; seed < width; seed++) points += carried(gives[from * width + seed] as number, parts, of)
    return points
  }

  #trusted(person: number): Trusted {
    const { steps, unit, shownSupporters } = TRUST_RULES
    const width = this.#seedIds.length
    const { isOut, ring } = this.#standing[person] as Standing
    const { sum } = this.#sums(person)
    const held = this.#held(person)
    let supporters = 0
    const top: { id: string; points: number }[] = []
    for (const edge of isOut ? [] : (this.#ins[person] as Edge[])) {
      const points = afterRing(this.#brings(edge), ring)
      if (points === 0) continue
      supporters++
      const id = this.#ids[edge.from] as string
      const rank = top.findIndex((other) => points > other.points || (points === other.points && id < other.id))
      top.splice(rank < 0 ? top.length : rank, 0, { id, points })
      if (top.length > shownSupporters) top.pop()
    }
    const columns = (numbers: Float64Array) => [...numbers.subarray(person * width, (person + 1) * width)]
    return {
      id: this.#ids[person] as string,
      points: Math.floor(held / unit),
      supporters,
      top: top.map(({ id, points }) => ({ id, points: Math.floor(shareOf(held, points, sum) / unit) })),
      reached: columns(this.#reached),
      passes: columns(this.#gives[steps - 1] as Float64Array),
    }
  }
}

/** Returns the part of the points held that one supporter brought, of the sum that reached. */
export const shareOf = (held: number, points: number, sum: number): number =>
  sum === 0 ? 0 : Number((BigInt(held) * BigInt(Math.min(points, sum))) / BigInt(sum))

/** Returns whether anything reaches a person or, as a seed, may be passed on. */
export const isSomething = ({ reached, passes }: Trusted) =>
  reached.some((points) => points > 0) || passes.some((points) => points > 0)

function differs(one: Float64Array, other: Float64Array, start: number, length: number): boolean {
  for (let at = start; at < start + length; at++) if (one[at] !== other[at]) return true
  return false
}
