import { ApiError } from './api-error.ts'

/** `unheard` means that there was no response. */
export type Outcome = 'done' | 'refused' | 'unheard'

/** Statuses that say nothing about an earlier attempt: no session, timeout, too early, rate limited. */
const NO_ANSWER = [401, 408, 425, 429]

/** Maps an error to an outcome. Only a refusal of the call itself is final. */
export const outcomeOf = (error: unknown): Exclude<Outcome, 'done'> =>
  error instanceof ApiError && error.status < 500 && !NO_ANSWER.includes(error.status) ? 'refused' : 'unheard'

/**
 * A request of a user, carried out once under one Idempotency-Key however often they press. The key changes when the
 * request changes, or once an attempt was refused.
 */
export class Intent {
  #key = crypto.randomUUID() as string
  #request: string | undefined
  #state: 'open' | 'running' | 'done' = 'open'

  /**
   * Claims the intent for one attempt, before anything is rendered. Returns its Idempotency-Key, or null while an
   * attempt is running or after `what` was carried out.
   */
  begin(what: unknown = null): string | null {
    if (this.#state === 'running') return null
    const request = JSON.stringify(what)
    if (this.#request !== undefined && this.#request !== request) this.renew()
    if (this.#state === 'done') return null
    this.#request = request
    this.#state = 'running'
    return this.#key
  }

  /** Ends the attempt with this key, unless the intent was renewed meanwhile. Unheard attempts keep the key. */
  end(key: string, outcome: Outcome): void {
    if (key !== this.#key) return
    if (outcome === 'refused') this.renew()
    else this.#state = outcome === 'done' ? 'done' : 'open'
  }

  get isRunning(): boolean {
    return this.#state === 'running'
  }

  /** Allows a completed intent again under a new key. An unheard one keeps its key. */
  reopen(): void {
    if (this.#state === 'done') this.renew()
  }

  renew(): void {
    this.#key = crypto.randomUUID()
    this.#request = undefined
    this.#state = 'open'
  }
}
