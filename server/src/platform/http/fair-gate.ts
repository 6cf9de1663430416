import { AppError } from '../app-error.ts'
import { type Network, NetworkCounts, networksOf } from './networks.ts'

/** Per-address limits apply to an IPv6 /64; larger prefixes have somewhat more (`networks.ts`). */
export interface GateLimits {
  atOnce: number
  atOncePerAddress: number
  /** Queued requests; more are refused. */
  waiting: number
  waitingPerAddress: number
  waitMs: number
}

interface Waiting {
  networks: readonly Network[]
  enter: () => void
  refuse: (error: AppError) => void
}

/** Clients of one /48 are not independent of each other. */
const widestOf = (networks: readonly Network[]): string => networks.at(-1)?.name ?? ''

/**
 * Limits concurrent requests, in all and per network: a busy client queues behind its own requests, and others find
 * room.
 */
export class FairGate {
  readonly #limits: GateLimits
  readonly #running = new NetworkCounts()
  readonly #queued = new NetworkCounts()
  #all = 0
  #waiting: Waiting[] = []

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
    const { waiting: most, waitingPerAddress, waitMs } = this.#limits
    if (!this.#queued.hasRoom(networks, waitingPerAddress)) throw this.#refusal('RATE_LIMITED')
    if (this.#waiting.length >= most) this.#makeRoom(networks)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = {
      networks,
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
    this.#waiting.push(waiting)
    this.#queued.add(networks)
    return promise
  }

  #refusal(code: 'RATE_LIMITED' | 'UNAVAILABLE'): AppError {
    return new AppError(code, { data: { retryAfterMs: this.#limits.waitMs } })
  }

  /** Refuses the newest request of the network with the most queued, unless `networks` would then have as many. */
  #makeRoom(networks: readonly Network[]): void {
    const queuedOf = ({ networks: theirs }: Pick<Waiting, 'networks'>) => this.#queued.of(widestOf(theirs))
    const crowded = this.#waiting.reduce((most, each) => (queuedOf(each) >= queuedOf(most) ? each : most))
    if (queuedOf(crowded) <= queuedOf({ networks }) + 1) throw this.#refusal('UNAVAILABLE')
    this.#dequeue(crowded)
    crowded.refuse(this.#refusal('RATE_LIMITED'))
  }

  #dequeue(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((each) => each !== waiting)
    this.#queued.remove(waiting.networks)
  }

  /** Next is the network with the fewest requests under way that has room, and its longest waiting request. */
  #end(networks: readonly Network[]): void {
    this.#all -= 1
    this.#running.remove(networks)
    let next: Waiting | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const each of this.#waiting) {
      const running = this.#running.of(widestOf(each.networks))
      if (running >= fewest || !this.#isFree(each.networks)) continue
      next = each
      fewest = running
    }
    if (!next) return
    this.#dequeue(next)
    this.#start(next.networks)
    next.enter()
  }
}
