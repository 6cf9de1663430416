import type { Clock } from '#platform/clock'

const LIKELY_MS = 1_000

/**
 * Decides whether keys of gifts are looked up. Nearly every key is new, and the index of keys refuses others, so keys
 * are looked up only for a second after a repeated one. A client that repeats keys makes batches be decided twice once
 * a second at most.
 */
export class RecentRepeats {
  readonly #clock: Clock
  #likelyUntilMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get areLikely(): boolean {
    return this.#clock.elapsedMs() < this.#likelyUntilMs
  }

  met(): void {
    this.#likelyUntilMs = this.#clock.elapsedMs() + LIKELY_MS
  }
}
