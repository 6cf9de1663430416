import { AppError } from '../app-error.ts'
import { networkOf } from './networks.ts'

export interface HeavyLimits {
  /** Heavy reads under way at once: in all, and for one address. */
  heavy: number
  heavyPerAddress: number
  /** Heavy reads that wait for their turn: in all, and of one address. More are refused. */
  heavyWaiting: number
  heavyWaitingPerAddress: number
  heavyWaitMs: number
}

interface Waiting {
  from: string
  enter: () => void
}

/**
 * Lets a few heavy reads run at once, and fewer of one address: whoever asks for many waits behind themselves, and the
 * database has room for everybody else.
 */
export class HeavyGate {
  readonly #limits: HeavyLimits
  /** How many are under way, by address. */
  readonly #inside = new Map<string, number>()
  #all = 0
  #waiting: Waiting[] = []

  constructor(limits: HeavyLimits) {
    this.#limits = limits
  }

  /**
   * Does `work` when its turn comes. Throws RATE_LIMITED when too many of the address wait already, and UNAVAILABLE when
   * too many wait in all or the turn does not come in time.
   */
  async pass<T>(ip: string, work: () => Promise<T>): Promise<T> {
    const from = networkOf(ip)
    await this.#enter(from)
    try {
      return await work()
    } finally {
      this.#leave(from)
    }
  }

  #isFree(from: string): boolean {
    const { heavy, heavyPerAddress } = this.#limits
    return this.#all < heavy && (this.#inside.get(from) ?? 0) < heavyPerAddress
  }

  #count(from: string, by: number): void {
    this.#all += by
    const now = (this.#inside.get(from) ?? 0) + by
    if (now === 0) this.#inside.delete(from)
    else this.#inside.set(from, now)
  }

  #enter(from: string): Promise<void> {
    if (this.#isFree(from)) {
      this.#count(from, 1)
      return Promise.resolve()
    }
    const { heavyWaiting, heavyWaitingPerAddress, heavyWaitMs } = this.#limits
    const data = { retryAfterMs: heavyWaitMs }
    if (this.#waiting.filter((each) => each.from === from).length >= heavyWaitingPerAddress) {
      throw new AppError('RATE_LIMITED', { data })
    }
    if (this.#waiting.length >= heavyWaiting) throw new AppError('UNAVAILABLE', { data })
    return new Promise((resolve, reject) => {
      const waiting = {
        from,
        enter: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting)
        reject(new AppError('UNAVAILABLE', { data }))
      }, heavyWaitMs)
      this.#waiting.push(waiting)
    })
  }

  /** The turn goes to who waits longest, of those whose address has room. */
  #leave(from: string): void {
    this.#count(from, -1)
    const next = this.#waiting.find((each) => this.#isFree(each.from))
    if (!next) return
    this.#waiting = this.#waiting.filter((each) => each !== next)
    this.#count(next.from, 1)
    next.enter()
  }
}
