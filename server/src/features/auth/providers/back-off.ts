export class BackOff {
  readonly #firstMs: number
  readonly #maxMs: number
  #waitMs = 0
  #untilMs = 0

  constructor({ firstMs, maxMs }: { firstMs: number; maxMs: number }) {
    this.#firstMs = firstMs
    this.#maxMs = maxMs
  }

  isWaiting = (nowMs: number): boolean => nowMs < this.#untilMs

  failed(nowMs: number): void {
    this.#waitMs = Math.min(this.#maxMs, Math.max(this.#firstMs, this.#waitMs * 2))
    this.#untilMs = nowMs + this.#waitMs
  }

  answered(): void {
    this.#waitMs = 0
    this.#untilMs = 0
  }
}
