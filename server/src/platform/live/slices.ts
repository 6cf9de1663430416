/** Pieces of work between two readings of the clock, and before another job's turn. */
const STEP = 50

/** Runs many small pieces of work for a few milliseconds per turn, to keep the event loop responsive. */
export class Slices {
  readonly #sliceMs: number
  readonly #nowMs: () => number
  readonly #jobs: { each: (index: number) => void; position: number; count: number; done: () => void }[] = []
  #isRunning = false

  /** `sliceMs` limits time, because the cost of a piece depends on the machine and its load. */
  constructor(sliceMs: number, nowMs: () => number = () => performance.now()) {
    this.#sliceMs = sliceMs
    this.#nowMs = nowMs
  }

  /** Calls `each` with 0 to count - 1. Jobs take turns, so a small one never waits for a large one. */
  run(count: number, each: (index: number) => void): Promise<void> {
    return new Promise((resolve) => {
      this.#jobs.push({ each, position: 0, count, done: resolve })
      if (this.#isRunning) return
      this.#isRunning = true
      setImmediate(() => this.#turn())
    })
  }

  #turn(): void {
    const untilMs = this.#nowMs() + this.#sliceMs
    do {
      const job = this.#jobs.shift()
      if (!job) break
      const end = Math.min(job.count, job.position + STEP)
      while (job.position < end) job.each(job.position++)
      if (job.position < job.count) this.#jobs.push(job)
      else job.done()
    } while (this.#nowMs() < untilMs)
    this.#isRunning = this.#jobs.length > 0
    if (this.#isRunning) setImmediate(() => this.#turn())
  }
}
