/** Returns an array for so many numbers. What it holds is not defined. */
export type TakePoints = (length: number) => Float32Array

export const ownPoints: TakePoints = (length) => new Float32Array(length)

const FIRST_LENGTH = 32_768

/**
 * Memory that a moving field's lines use again and again: a buffer of its own for each of some hundred lines, ten times a
 * second, costs more to collect than tracing and drawing them.
 */
export class PointMemory {
  #numbers = new Float32Array(FIRST_LENGTH)
  #used = 0

  readonly take: TakePoints = (length) => {
    const from = this.#used
    if (from + length > this.#numbers.length) {
      // Lines taken before keep the old memory.
      this.#numbers = new Float32Array(2 * (from + length))
    }
    this.#used = from + length
    return this.#numbers.subarray(from, this.#used)
  }

  /** From now on lines taken before are overwritten. */
  clear(): void {
    this.#used = 0
  }
}
