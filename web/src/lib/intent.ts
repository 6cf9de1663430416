import { ApiError } from './api-error.ts'

/** What came of an attempt: it was carried out, it was refused for good, or nobody heard what came of it. */
export type Outcome = 'done' | 'refused' | 'unheard'

/** Statuses that say nothing of an earlier attempt: no session, too slow, too early, too many. */
const NO_ANSWER = [401, 408, 425, 429]

/** What a failed call means for the intent behind it. Only a refusal of the call itself is definitive. */
export const outcomeOf = (error: unknown): Exclude<Outcome, 'done'> =>
  error instanceof ApiError && error.status < 500 && !NO_ANSWER.includes(error.status) ? 'refused' : 'unheard'

/**
 * One thing a person asks for, however often they press: it is carried out once, under one Idempotency-Key. The key
 * stays the same until what is asked for is another, or the last attempt was refused.
 */
export class Intent {
  #key = crypto.randomUUID() as string
  #asked: string | undefined
  #state: 'open' | 'running' | 'done' = 'open'

  /**
   * Claims the intent for one attempt and returns its Idempotency-Key. Returns null while an attempt is under way, and
   * after `what` was carried out. It takes effect at once, before anything is rendered.
   */
  begin(what: unknown = null): string | null {
    if (this.#state === 'running') return null
    const asked = JSON.stringify(what)
    if (this.#asked !== undefined && this.#asked !== asked) this.renew()
    if (this.#state === 'done') return null
    this.#asked = asked
    this.#state = 'running'
    return this.#key
  }

  /** Ends the attempt with this key; nothing, if it was started over meanwhile. What was unheard keeps its key. */
  end(key: string, outcome: Outcome): void {
    if (key !== this.#key) return
    if (outcome === 'refused') this.renew()
    else this.#state = outcome === 'done' ? 'done' : 'open'
  }

  get isRunning(): boolean {
    return this.#state === 'running'
  }

  /** Lets what was carried out be asked for again, as another intent. One that was not heard of stays the same. */
  reopen(): void {
    if (this.#state === 'done') this.renew()
  }

  /** Starts over: whatever is asked from now on is another intent. */
  renew(): void {
    this.#key = crypto.randomUUID()
    this.#asked = undefined
    this.#state = 'open'
  }
}
