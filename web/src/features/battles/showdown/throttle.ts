/** Passes on the first text at once, then only the newest, at most once per pause. */
export class Throttle {
  readonly #pauseMs: number
  readonly #announce: (text: string) => void
  #passed = ''
  #newest = ''
  #lastMs = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(pauseMs: number, announce: (text: string) => void) {
    this.#pauseMs = pauseMs
    this.#announce = announce
  }

  push(text: string): void {
    this.#newest = text
    this.#timer ??= setTimeout(() => this.#pass(), Math.max(0, this.#lastMs + this.#pauseMs - Date.now()))
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #pass(): void {
    this.#timer = undefined
    if (this.#newest === this.#passed) return
    this.#lastMs = Date.now()
    this.#passed = this.#newest
    this.#announce(this.#newest)
  }
}
