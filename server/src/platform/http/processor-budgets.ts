import type { Clock } from '../clock.ts'

/** Processor time that a client may use at once, and what it regains per second. */
export interface ProcessorBudget {
  burstMs: number
  msPerS: number
}

export interface Payer {
  name: string
  budget: ProcessorBudget
}

/** Beyond this number the client that was charged longest ago is forgotten. */
const COUNTED_PAYERS = 50_000

/** Counts the processor time that each client used. It is forgotten at a constant rate. */
export class ProcessorBudgets {
  readonly #clock: Pick<Clock, 'elapsedMs'>
  readonly #used = new Map<string, { ms: number; atMs: number }>()

  constructor(clock: Pick<Clock, 'elapsedMs'>) {
    this.#clock = clock
  }

  charge(payers: readonly Payer[], ms: number): void {
    for (const payer of payers) {
      const used = { ms: this.#usedMs(payer) + ms, atMs: this.#clock.elapsedMs() }
      // Re-inserted at the end, to stay ordered by last charge.
      this.#used.delete(payer.name)
      this.#used.set(payer.name, used)
      if (this.#used.size > COUNTED_PAYERS) this.#used.delete(this.#used.keys().next().value ?? '')
    }
  }

  /** Returns the largest share of its budget that one of these clients has used. */
  share = (payers: readonly Payer[]): number =>
    Math.max(0, ...payers.map((payer) => this.#usedMs(payer) / payer.budget.burstMs))

  /** Returns the milliseconds until none of these clients has used more than its budget. */
  restMs = (payers: readonly Payer[]): number =>
    Math.max(0, ...payers.map((payer) => ((this.#usedMs(payer) - payer.budget.burstMs) / payer.budget.msPerS) * 1_000))

  #usedMs({ name, budget }: Payer): number {
    const used = this.#used.get(name)
    if (!used) return 0
    const passedMs = Math.max(0, this.#clock.elapsedMs() - used.atMs)
    return Math.max(0, used.ms - (passedMs / 1_000) * budget.msPerS)
  }
}
