/** Between two times of telling the server, and what one of them may carry: what it takes of one person for good. */
const PACE_MS = 800
const MOST = 4
/** Taps that were sent and did not come back by then never will. */
const FORGET_MS = 5_000

interface Side {
  waiting: number
  /** Sent, and shown here already: what comes back of them is not shown again. */
  echoes: { count: number; atMs: number }[]
}

interface OwnTapsOptions {
  send: (participantId: string, taps: number) => Promise<unknown>
  now?: () => number
}

/** The viewer's own taps on the sides of a battle: shown at once, told in batches, and not shown twice. */
export class OwnTaps {
  readonly #send: OwnTapsOptions['send']
  readonly #now: () => number
  readonly #sides = new Map<string, Side>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #nextAtMs = 0

  constructor({ send, now = Date.now }: OwnTapsOptions) {
    this.#send = send
    this.#now = now
  }

  tap(participantId: string): void {
    this.#side(participantId).waiting += 1
    this.#timer ??= setTimeout(() => this.#tell(), Math.max(0, this.#nextAtMs - this.#now()))
  }

  /** How many of these taps are other people's. */
  others(participantId: string, count: number): number {
    const side = this.#side(participantId)
    const oldestMs = this.#now() - FORGET_MS
    side.echoes = side.echoes.filter(({ atMs }) => atMs >= oldestMs)
    let rest = count
    for (const echo of side.echoes) {
      const mine = Math.min(echo.count, rest)
      echo.count -= mine
      rest -= mine
    }
    side.echoes = side.echoes.filter((echo) => echo.count > 0)
    return rest
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #tell(): void {
    this.#timer = undefined
    this.#nextAtMs = this.#now() + PACE_MS
    for (const [participantId, side] of this.#sides) {
      // More than can be told in this time was shown here, and that is all that becomes of it.
      const taps = Math.min(MOST, side.waiting)
      side.waiting = 0
      if (taps === 0) continue
      side.echoes.push({ count: taps, atMs: this.#now() })
      // A tap is a passing thing: where it does not get through, there is nothing to say.
      this.#send(participantId, taps).catch(() => undefined)
    }
  }

  #side(participantId: string): Side {
    let side = this.#sides.get(participantId)
    if (!side) {
      side = { waiting: 0, echoes: [] }
      this.#sides.set(participantId, side)
    }
    return side
  }
}
