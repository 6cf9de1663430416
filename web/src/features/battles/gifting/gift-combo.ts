import { BATTLE_RULES } from '@aura/api/rules/battles'

/** What a slip can cost before it is seen. */
const MAX_UNSENT = BATTLE_RULES.taps.maxUnsent

/** Time between requests, and how long a tap can be undone. */
const SEND_EVERY_MS = 1_000
/** Before the battle's end a gift is sent early enough to arrive. */
const LAST_MOMENT_MS = 1_500

export type ComboLimit = 'balance' | 'pace'

export interface ComboState {
  /** Counted here and not sent yet: nothing is charged for it. */
  unsent: number
  sending: number
  /** Confirmed by the server since the combo began. */
  given: number
  /** Why the last tap counted less than its amount. */
  limit: ComboLimit | null
}

interface ComboOptions {
  /** Gives an amount once and resolves with what the server gave. Rejects if that is unknown or refused. */
  give: (amount: number) => Promise<number>
  /** Steeze that is neither gifted nor on its way; undefined while unknown. */
  available: () => number | undefined
  msLeft: () => number
  /** Called once nothing is unsent or on its way. `dropped` was never sent, after a failure. */
  onEnd: (combo: { given: number; dropped: number; isAll: boolean }) => void
}

/** Returns a balance without the gifts that were sent after it was read; one that was read later knows of them. */
export const steezeLeft = (
  balance: number,
  readAtMs: number,
  pending: readonly { amount: number; sentAtMs: number }[],
): number =>
  pending
    .filter(({ sentAtMs }) => sentAtMs >= readAtMs)
    .reduce((left, { amount }) => Math.max(0, left - amount), balance)

const IDLE: ComboState = { unsent: 0, sending: 0, given: 0, limit: null }

/** Gifts of quick taps to one side: gathered, sent as one sum a second, undone until then, one request at a time. */
export class GiftCombo {
  readonly #options: ComboOptions
  readonly #listeners = new Set<() => void>()
  #state = IDLE
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: ComboOptions) {
    this.#options = options
  }

  readonly state = (): ComboState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Counts a tap, or what the balance has left of it. Returns what it counted. */
  tap(amount: number): number {
    const { unsent } = this.#state
    const room = (this.#options.available() ?? Number.POSITIVE_INFINITY) - unsent
    const limit = amount > room ? 'balance' : unsent + amount > MAX_UNSENT ? 'pace' : null
    const counted = limit === 'pace' ? 0 : Math.max(0, Math.min(amount, room, MAX_UNSENT - unsent))
    this.#change({ unsent: unsent + counted, limit })
    if (counted > 0) this.#schedule()
    return counted
  }

  undo(): void {
    this.#stopTimer()
    this.#change({ unsent: 0, limit: null })
    this.#endIfIdle(0)
  }

  /** Ends without sending. Returns what was not sent. */
  stop(): number {
    this.#stopTimer()
    const { unsent } = this.#state
    this.#change({ unsent: 0 })
    return unsent
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#state.sending > 0) return
    const waitMs = Math.min(SEND_EVERY_MS, Math.max(0, this.#options.msLeft() - LAST_MOMENT_MS))
    this.#timer = setTimeout(() => void this.#send(), waitMs)
  }

  async #send(): Promise<void> {
    this.#timer = undefined
    const amount = this.#state.unsent
    this.#change({ unsent: 0, sending: amount, limit: this.#state.limit === 'pace' ? null : this.#state.limit })
    try {
      const given = await this.#options.give(amount)
      this.#change({
        sending: 0,
        given: this.#state.given + given,
        ...(given < amount && { limit: 'balance' as const }),
      })
      if (this.#state.unsent > 0) this.#schedule()
      else this.#endIfIdle(0)
    } catch {
      const dropped = this.#state.unsent
      this.#change({ unsent: 0, sending: 0 })
      this.#endIfIdle(dropped)
    }
  }

  #endIfIdle(dropped: number): void {
    const { unsent, sending, given, limit } = this.#state
    if (unsent + sending > 0) return
    this.#change(IDLE)
    if (given + dropped > 0) this.#options.onEnd({ given, dropped, isAll: limit === 'balance' })
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #change(next: Partial<ComboState>): void {
    this.#state = { ...this.#state, ...next }
    for (const listener of this.#listeners) listener()
  }
}
