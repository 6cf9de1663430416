import { createHmac, randomBytes } from 'node:crypto'

interface ViewerLimits {
  intervalMs: number
  /** Viewers remembered at once. While all have cheered within the interval, others have to wait. */
  viewers: number
}

const HASH_BYTES = 16

/**
 * Lets each viewer of a chat cheer once in an interval. It knows them by hashes whose key is made here and never leaves
 * this object, and forgets each after the interval.
 */
export class CheeringViewers {
  readonly #limits: ViewerLimits
  readonly #key = randomBytes(32)
  /** Times of the last cheers, oldest first. */
  readonly #cheeredAtMs = new Map<string, number>()

  constructor(limits: ViewerLimits) {
    this.#limits = limits
  }

  /** Returns whether the viewer may cheer now, and notes it if so. `nowMs` never goes back. */
  mayCheer(login: string, nowMs: number): boolean {
    this.#forget(nowMs)
    const viewer = createHmac('sha256', this.#key).update(login).digest().toString('base64', 0, HASH_BYTES)
    if (this.#cheeredAtMs.has(viewer) || this.#cheeredAtMs.size >= this.#limits.viewers) return false
    this.#cheeredAtMs.set(viewer, nowMs)
    return true
  }

  #forget(nowMs: number): void {
    for (const [viewer, atMs] of this.#cheeredAtMs) {
      if (nowMs - atMs < this.#limits.intervalMs) return
      this.#cheeredAtMs.delete(viewer)
    }
  }
}
