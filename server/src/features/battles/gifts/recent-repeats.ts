import type { Clock } from '#platform/clock'

const LIKELY_MS = 1_000

/**
 * Nearly every key is new, and the index of keys refuses one that is not. So keys of given gifts are looked up only for a
 * second after one was met: whoever repeats keys makes the batches of one moment in a second be decided twice.
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
