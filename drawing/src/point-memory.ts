/** Returns an array of at least `length` elements with arbitrary contents. */
export type TakePoints = (length: number) => Float32Array

export const ownPoints: TakePoints = (length) => new Float32Array(length)

const FIRST_LENGTH = 32_768

/**
 * Memory reused by the lines of a moving field. Collecting a new buffer for each of hundreds of lines, ten times a
 * second, costs more than tracing and drawing them.
 */
export class PointMemory {
  #numbers = new Float32Array(FIRST_LENGTH)
  #used = 0

  readonly take: TakePoints = (length) => {
    const from = this.#used
    if (from + length > this.#numbers.length) {
      this.#numbers = new Float32Array(2 * (from + length))
    }
    this.#used = from + length
    return this.#numbers.subarray(from, this.#used)
  }

  /** Frees the memory: the next lines overwrite those taken before. */
  clear(): void {
    this.#used = 0
  }
}
