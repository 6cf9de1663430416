interface Allowance {
  burst: number
  perS: number
}

interface Purse {
  left: number
  atMs: number
}

const MANY = 10_000

/** A token bucket per user, in this server's memory. */
export class TapBudget {
  readonly #allowance: Allowance
  readonly #purses = new Map<string, Purse>()

  constructor(allowance: Allowance) {
    this.#allowance = allowance
  }

  /** Spends `taps` and returns 0, or the milliseconds until the budget suffices. */
  waitMs(userId: string, taps: number, nowMs: number): number {
    const { burst, perS } = this.#allowance
    const left = this.#left(this.#purses.get(userId), nowMs)
    if (taps > left) return Math.ceil(((Math.min(taps, burst) - left) / perS) * 1_000)
    if (this.#purses.size >= MANY) this.#forgetFull(nowMs)
    this.#purses.set(userId, { left: left - taps, atMs: nowMs })
    return 0
  }

  #left(purse: Purse | undefined, nowMs: number): number {
    const { burst, perS } = this.#allowance
    return purse ? Math.min(burst, purse.left + ((nowMs - purse.atMs) / 1_000) * perS) : burst
  }

  #forgetFull(nowMs: number): void {
    for (const [userId, purse] of this.#purses) {
      if (this.#left(purse, nowMs) >= this.#allowance.burst) this.#purses.delete(userId)
    }
  }
}
