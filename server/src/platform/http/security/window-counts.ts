import type { FastifyRateLimitStore } from '@fastify/rate-limit'

interface Window {
  count: number
  endsMs: number
}

/**
 * Counts requests by key, in windows that begin with the first. Beyond `cache` keys the least recently seen is
 * forgotten. The library's own store uses the wall clock: after that was set back, no window would end until it has
 * caught up.
 */
export class WindowCounts implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>()
  readonly #maxKeys: number

  constructor({ cache = Number.POSITIVE_INFINITY }: { cache?: number }) {
    this.#maxKeys = cache
  }

  incr(
    key: string,
    callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const nowMs = performance.now()
    const known = this.#windows.get(key)
    const { count, endsMs } = known && known.endsMs > nowMs ? known : { count: 0, endsMs: nowMs + windowMs }
    // Re-inserted at the end, to stay ordered by last request.
    this.#windows.delete(key)
    this.#windows.set(key, { count: count + 1, endsMs })
    if (this.#windows.size > this.#maxKeys) this.#windows.delete(this.#windows.keys().next().value ?? '')
    callback(null, { current: count + 1, ttl: Math.ceil(endsMs - nowMs) })
  }

  /** Returns counts for another limit. */
  child(): WindowCounts {
    return new WindowCounts({ cache: this.#maxKeys })
  }
}
