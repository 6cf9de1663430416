/** Does one piece of work for each of many, in slices, so that everything else gets its turn in between. */
export class Slices {
  readonly #size: number
  readonly #jobs: { each: (index: number) => void; position: number; count: number; done: () => void }[] = []
  #isRunning = false

  constructor(size: number) {
    this.#size = size
  }

  /** Resolves when `each` was called with 0 to count - 1. Jobs take turns, so a small one never waits for a large one. */
  run(count: number, each: (index: number) => void): Promise<void> {
    return new Promise((resolve) => {
      this.#jobs.push({ each, position: 0, count, done: resolve })
      if (this.#isRunning) return
      this.#isRunning = true
      setImmediate(() => this.#turn())
    })
  }

  #turn(): void {
    let left = this.#size
    while (left > 0) {
      const job = this.#jobs.shift()
      if (!job) break
      const end = Math.min(job.count, job.position + left)
      left -= Math.max(1, end - job.position)
      while (job.position < end) job.each(job.position++)
      if (job.position < job.count) this.#jobs.push(job)
      else job.done()
    }
    this.#isRunning = this.#jobs.length > 0
    if (this.#isRunning) setImmediate(() => this.#turn())
  }
}
