const LINE_END = 0x0a
const RETURN = 0x0d
const NOTHING = Buffer.alloc(0)

interface Takers {
  /** Called with each line, without its end. Valid during the call only. */
  onLine: (line: Buffer) => void
  /** Called once for each line that is longer than allowed, which is skipped. */
  onTooLong: () => void
}

/** Splits bytes into lines and holds at most one unfinished line of `maxBytes`. */
export class LineSplitter {
  readonly #maxBytes: number
  readonly #takers: Takers
  #rest: Buffer = NOTHING
  #isSkipping = false

  constructor(maxBytes: number, takers: Takers) {
    this.#maxBytes = maxBytes
    this.#takers = takers
  }

  push(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
      this.#end(chunk.subarray(start, end))
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
  }

  #end(tail: Buffer): void {
    const rest = this.#rest
    this.#rest = NOTHING
    if (this.#isSkipping) {
      this.#isSkipping = false
      return
    }
    if (rest.length + tail.length > this.#maxBytes) {
      this.#takers.onTooLong()
      return
    }
    const line = rest.length > 0 ? Buffer.concat([rest, tail]) : tail
    const length = line.at(-1) === RETURN ? line.length - 1 : line.length
    if (length > 0) this.#takers.onLine(line.subarray(0, length))
  }

  #keep(tail: Buffer): void {
    if (tail.length === 0 || this.#isSkipping) return
    if (this.#rest.length + tail.length <= this.#maxBytes) {
      // A copy, since a view would keep the whole chunk.
      this.#rest = Buffer.concat([this.#rest, tail])
      return
    }
    this.#rest = NOTHING
    this.#isSkipping = true
    this.#takers.onTooLong()
  }
}
