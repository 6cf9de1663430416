import type { ErrorCode } from '@aura/api/errors'
import { AppError } from '../app-error.ts'
import { type Clock, systemClock } from '../clock.ts'
import { type Payer, type ProcessorBudget, ProcessorBudgets } from './processor-budgets.ts'
import { type Network, NetworkCounts, networksOf } from './security/networks.ts'

/** Per-address limits apply to an IPv6 /64; larger prefixes have somewhat more (`networks.ts`). */
export interface GateLimits {
  atOnce: number
  atOncePerAddress: number
  waiting: number
  waitingPerAddress: number
  waitMs: number
}

/** Limits on work whose processor time is counted. An account has one piece of it running, the rest of it waits. */
export interface WorkLimits extends GateLimits {
  waitingPerAccount: number
  perAccount: ProcessorBudget
  perAddress: ProcessorBudget
}

/** Counts processor time that the work has used. */
export type Charge = (processorMs: number) => void

interface Client {
  networks: readonly Network[]
  account: Network | undefined
  payers: readonly Payer[]
  /** Clients with this name share a queue: an account's, or those of one /48, which are not independent. */
  queue: string
}

interface Waiting {
  client: Client
  /** Position in the order of arrival. */
  turn: number
  enter: () => void
  refuse: (error: AppError) => void
}

/**
 * Limits concurrent work, in total and per client: a busy client queues behind its own work. With `WorkLimits` a free
 * slot goes to the client that has used the least of its budget, and one that has used more than all of it is refused.
 */
export class FairGate {
  readonly #limits: GateLimits & Partial<WorkLimits>
  readonly #budgets: ProcessorBudgets
  readonly #busy: ErrorCode | undefined
  readonly #running = new NetworkCounts()
  readonly #queued = new NetworkCounts()
  #all = 0
  /** Waiting work by queue, each oldest first. */
  readonly #waiting = new Map<string, Waiting[]>()
  #waitingCount = 0
  #turn = 0

  /** `busy` replaces the codes of `pass`. */
  constructor(
    limits: GateLimits | WorkLimits,
    { clock = systemClock, busy }: { clock?: Pick<Clock, 'elapsedMs'>; busy?: ErrorCode } = {},
  ) {
    this.#limits = limits
    this.#budgets = new ProcessorBudgets(clock)
    this.#busy = busy
  }

  /**
   * Throws RATE_LIMITED when the client has too much queued or has used up its budget, and UNAVAILABLE when the queue
   * is full or the wait too long. In a full queue the client with the most queued makes room for one with fewer.
   */
  async pass<T>(ip: string, work: (charge: Charge) => Promise<T>, userId?: string): Promise<T> {
    const client = this.#clientOf(ip, userId)
    this.#refuseOverspent(client)
    if (this.#isFree(client)) this.#start(client)
    else await this.#wait(client)
    try {
      return await work((ms) => this.#budgets.charge(client.payers, ms))
    } finally {
      this.#end(client)
    }
  }

  #clientOf(ip: string, userId: string | undefined): Client {
    const { perAccount, perAddress } = this.#limits
    const networks = networksOf(ip)
    const account = userId === undefined ? undefined : { name: `user/${userId}`, share: 1, atOnce: 1 }
    const payers = perAddress ? networks.map(({ name, atOnce }) => ({ name, budget: scaled(perAddress, atOnce) })) : []
    if (account && perAccount) payers.push({ name: account.name, budget: perAccount })
    return { networks, account, payers, queue: account?.name ?? networks.at(-1)?.name ?? '' }
  }

  #isFree({ networks, account }: Client): boolean {
    return (
      this.#all < this.#limits.atOnce &&
      this.#running.hasRoom(networks, this.#limits.atOncePerAddress) &&
      !(account && this.#running.of(account.name) > 0)
    )
  }

  #start(client: Client): void {
    this.#all += 1
    this.#running.add(countedAs(client))
  }

  #wait(client: Client): Promise<void> {
    const { waiting: maxWaiting, waitingPerAddress, waitingPerAccount = waitingPerAddress, waitMs } = this.#limits
    const isFull =
      !this.#queued.hasRoom(client.networks, waitingPerAddress) ||
      (client.account && this.#queued.of(client.account.name) >= waitingPerAccount)
    if (isFull) throw this.#refusal('RATE_LIMITED')
    if (this.#waitingCount >= maxWaiting) this.#makeRoom(client)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#turn += 1
    const waiting: Waiting = {
      client,
      turn: this.#turn,
      enter: () => {
        clearTimeout(timer)
        resolve()
      },
      refuse: (error) => {
        clearTimeout(timer)
        reject(error)
      },
    }
    const timer = setTimeout(() => {
      this.#dequeue(waiting)
      reject(this.#refusal('UNAVAILABLE'))
    }, waitMs)
    const queue = this.#waiting.get(client.queue)
    if (queue) queue.push(waiting)
    else this.#waiting.set(client.queue, [waiting])
    this.#queued.add(countedAs(client))
    this.#waitingCount += 1
    return promise
  }

  #refusal(code: 'RATE_LIMITED' | 'UNAVAILABLE', retryAfterMs = this.#limits.waitMs): AppError {
    return new AppError(this.#busy ?? code, { data: { retryAfterMs: Math.ceil(retryAfterMs) } })
  }

  #refuseOverspent({ payers }: Client): void {
    const restMs = this.#budgets.restMs(payers)
    if (restMs > 0) throw this.#refusal('RATE_LIMITED', restMs)
  }

  /** Refuses the newest work of the client with the most queued, unless this client would then have as much. */
  #makeRoom({ queue }: Client): void {
    const longest = [...this.#waiting.values()].reduce((most, each) => (each.length >= most.length ? each : most))
    const newest = longest.at(-1)
    const own = this.#waiting.get(queue)?.length ?? 0
    if (!newest || longest.length <= own + 1) throw this.#refusal('UNAVAILABLE')
    this.#dequeue(newest)
    newest.refuse(this.#refusal('RATE_LIMITED'))
  }

  #dequeue(waiting: Waiting): void {
    const { client } = waiting
    const queue = this.#waiting.get(client.queue) ?? []
    queue.splice(queue.indexOf(waiting), 1)
    if (queue.length === 0) this.#waiting.delete(client.queue)
    this.#queued.remove(countedAs(client))
    this.#waitingCount -= 1
  }

  /**
   * Ends a piece of work and starts the next: of the client that has used the least of its budget, then of the one with
   * the least running, the longest waiting. Unless all slots were taken, only clients of the network that just left can
   * be waiting for one.
   */
  #end(client: Client): void {
    const wasFull = this.#all >= this.#limits.atOnce
    this.#all -= 1
    this.#running.remove(countedAs(client))
    const own = this.#waiting.get(client.queue)
    const queues = wasFull || client.account ? this.#waiting.values() : own ? [own] : []
    let next: Waiting | undefined
    let best: readonly number[] = []
    for (const queue of queues) {
      const first = this.#firstOf(queue)
      if (!first) continue
      const rank = this.#rankOf(first)
      if (next && !isBefore(rank, best)) continue
      next = first
      best = rank
    }
    if (!next) return
    this.#dequeue(next)
    this.#start(next.client)
    next.enter()
  }

  /** Returns the oldest that may start, after refusing those whose client has meanwhile used up its budget. */
  #firstOf(queue: Waiting[]): Waiting | undefined {
    const overspent = this.#limits.perAddress
      ? queue.filter(({ client }) => this.#budgets.restMs(client.payers) > 0)
      : []
    for (const waiting of overspent) {
      this.#dequeue(waiting)
      waiting.refuse(this.#refusal('RATE_LIMITED', this.#budgets.restMs(waiting.client.payers)))
    }
    return queue.find(({ client }) => this.#isFree(client))
  }

  /** Returns what decides between the first of each queue; the smallest goes first. */
  #rankOf({ client, turn }: Waiting): readonly number[] {
    const own = client.payers.filter(({ name }) => name === client.account?.name)
    return [this.#budgets.share(client.payers), this.#budgets.share(own), this.#running.of(client.queue), turn]
  }
}

const countedAs = ({ networks, account }: Client): readonly Network[] => (account ? [...networks, account] : networks)

const scaled = ({ burstMs, msPerS }: ProcessorBudget, by: number): ProcessorBudget => ({
  burstMs: burstMs * by,
  msPerS: msPerS * by,
})

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index])
  return at >= 0 && (a[at] as number) < (b[at] as number)
}
