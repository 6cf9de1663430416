import type { Clock } from '../../server/src/platform/clock.ts'

export class TestClock implements Clock {
  #at: Date
  #steppedMs = 0
  constructor(start: string | Date = '2026-03-02T12:00:00Z') {
    this.#at = new Date(start)
  }
  now = (): Date => new Date(this.#at)
  sqlNow = (): Date => new Date(this.#at)
  elapsedMs = (): number => this.#at.getTime() - this.#steppedMs
  set(moment: string | Date): void {
    this.#at = new Date(moment)
  }
  /** Sets the clock as if the machine's clock was changed: no time passes. */
  step(ms: number): void {
    this.#at = new Date(this.#at.getTime() + ms)
    this.#steppedMs += ms
  }
  advance({ days = 0, hours = 0, minutes = 0, ms = 0 }): void {
    this.#at = new Date(this.#at.getTime() + ((days * 24 + hours) * 60 + minutes) * 60_000 + ms)
  }
}
