/** Leaves a service alone that does not answer: at first shortly, twice as long after each further failure. */
export class BackOff {
  readonly #firstMs: number
  readonly #mostMs: number
  #waitMs = 0
  #untilMs = 0

  constructor({ firstMs, mostMs }: { firstMs: number; mostMs: number }) {
    this.#firstMs = firstMs
    this.#mostMs = mostMs
  }

  isWaiting = (nowMs: number): boolean => nowMs < this.#untilMs

  failed(nowMs: number): void {
    this.#waitMs = Math.min(this.#mostMs, Math.max(this.#firstMs, this.#waitMs * 2))
    this.#untilMs = nowMs + this.#waitMs
  }

  answered(): void {
    this.#waitMs = 0
    this.#untilMs = 0
  }
}
