/** Interval between sends, and maximum taps per send: the server's rate limit per user. */
const PACE_MS = 800
const MAX_TAPS = 4
/** Time after which unconfirmed taps are forgotten. */
const FORGET_MS = 5_000

interface Side {
  waiting: number
  /** Sent and already shown here, so not shown again when they arrive. */
  echoes: { count: number; atMs: number }[]
}

interface OwnTapsOptions {
  send: (participantId: string, taps: number) => Promise<unknown>
  now?: () => number
}

/** The viewer's own taps: shown at once, sent in batches, never shown twice. */
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
      // Taps beyond the rate limit were shown here and are dropped.
      const taps = Math.min(MAX_TAPS, side.waiting)
      side.waiting = 0
      if (taps === 0) continue
      side.echoes.push({ count: taps, atMs: this.#now() })
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
