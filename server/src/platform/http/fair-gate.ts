import { AppError } from '../app-error.ts'
import { type Network, NetworkCounts, networksOf } from './security/networks.ts'

/** Per-address limits apply to an IPv6 /64; larger prefixes have somewhat more (`networks.ts`). */
export interface GateLimits {
  atOnce: number
  atOncePerAddress: number
  waiting: number
  waitingPerAddress: number
  waitMs: number
}

interface Waiting {
  networks: readonly Network[]
  /** Position in the order of arrival. */
  turn: number
  enter: () => void
  refuse: (error: AppError) => void
}

/** Returns the widest network: clients of one /48 are not independent of each other. */
const widestOf = (networks: readonly Network[]): string => networks.at(-1)?.name ?? ''

/** Limits concurrent requests, in total and per network: a busy client queues behind its own requests. */
export class FairGate {
  readonly #limits: GateLimits
  readonly #running = new NetworkCounts()
  readonly #queued = new NetworkCounts()
  #all = 0
  /** Waiting requests by widest network, each oldest first. */
  readonly #waiting = new Map<string, Waiting[]>()
  #waitingCount = 0
  #turn = 0

  constructor(limits: GateLimits) {
    this.#limits = limits
  }

  /**
   * Throws RATE_LIMITED when the network has too many queued, and UNAVAILABLE when the queue is full or the wait too
   * long. In a full queue the network with the most queued makes room for one with fewer.
   */
  async pass<T>(ip: string, work: () => Promise<T>): Promise<T> {
    const networks = networksOf(ip)
    if (this.#isFree(networks)) this.#start(networks)
    else await this.#wait(networks)
    try {
      return await work()
    } finally {
      this.#end(networks)
    }
  }

  #isFree(networks: readonly Network[]): boolean {
    return this.#all < this.#limits.atOnce && this.#running.hasRoom(networks, this.#limits.atOncePerAddress)
  }

  #start(networks: readonly Network[]): void {
    this.#all += 1
    this.#running.add(networks)
  }

  #wait(networks: readonly Network[]): Promise<void> {
    const { waiting: maxWaiting, waitingPerAddress, waitMs } = this.#limits
    if (!this.#queued.hasRoom(networks, waitingPerAddress)) throw this.#refusal('RATE_LIMITED')
    if (this.#waitingCount >= maxWaiting) this.#makeRoom(networks)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#turn += 1
    const waiting: Waiting = {
      networks,
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
    const queue = this.#waiting.get(widestOf(networks))
    if (queue) queue.push(waiting)
    else this.#waiting.set(widestOf(networks), [waiting])
    this.#queued.add(networks)
    this.#waitingCount += 1
    return promise
  }

  #refusal(code: 'RATE_LIMITED' | 'UNAVAILABLE'): AppError {
    return new AppError(code, { data: { retryAfterMs: this.#limits.waitMs } })
  }

  /** Refuses the newest request of the network with the most queued, unless `networks` would then have as many. */
  #makeRoom(networks: readonly Network[]): void {
    const longest = [...this.#waiting.values()].reduce((most, each) => (each.length >= most.length ? each : most))
    const newest = longest.at(-1)
    const own = this.#waiting.get(widestOf(networks))?.length ?? 0
    if (!newest || longest.length <= own + 1) throw this.#refusal('UNAVAILABLE')
    this.#dequeue(newest)
    newest.refuse(this.#refusal('RATE_LIMITED'))
  }

  #dequeue(waiting: Waiting): void {
    const name = widestOf(waiting.networks)
    const queue = this.#waiting.get(name) ?? []
    queue.splice(queue.indexOf(waiting), 1)
    if (queue.length === 0) this.#waiting.delete(name)
    this.#queued.remove(waiting.networks)
    this.#waitingCount -= 1
  }

  /**
   * Ends a request and starts the next one: of the network with the fewest running requests that has room, the longest
   * waiting. Unless all slots were taken, only clients of the network that just left can be waiting for one.
   */
  #end(networks: readonly Network[]): void {
    const wasFull = this.#all >= this.#limits.atOnce
    this.#all -= 1
    this.#running.remove(networks)
    const own = this.#waiting.get(widestOf(networks))
    const queues = wasFull ? this.#waiting.values() : own ? [own] : []
    let next: Waiting | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const queue of queues) {
      const first = queue.find((each) => this.#isFree(each.networks))
      if (!first) continue
      const running = this.#running.of(widestOf(first.networks))
      if (running > fewest || (running === fewest && next && next.turn < first.turn)) continue
      next = first
      fewest = running
    }
    if (!next) return
    this.#dequeue(next)
    this.#start(next.networks)
    next.enter()
  }
}
