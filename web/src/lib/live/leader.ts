import { followStream, type LiveSignal, type LiveState, type StreamEnd } from './stream.ts'

interface LeaderOptions {
  onOpen: () => void
  onState: (state: LiveState) => void
  onSignal: (signal: LiveSignal) => void
  onLife: () => void
  onDown: () => void
  onSessionEnd: () => void
}

const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 15_000
/** Refused: asking again soon would be refused again. */
const REFUSED_RETRY_MS = 15_000

/** The waits after the first, second, … failure in a row; spread, so that a crowd does not come back at one moment. */
export const retryMs = (failures: number, chance: number): number =>
  Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (0.5 + chance / 2)

/** Holds the one stream of a browser open, for the topics of all its tabs. */
export class Leader {
  readonly #options: LeaderOptions
  #topics: readonly string[] = []
  #current: AbortController | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isClosed = false
  /** The newest state of each topic, for tabs that come later and for the server to go on from. */
  readonly #states = new Map<string, LiveState>()

  constructor(options: LeaderOptions) {
    this.#options = options
  }

  /** What is known already. */
  get states(): readonly LiveState[] {
    return [...this.#states.values()]
  }

  /** Follows these from now on. The stream there was goes on until the new one stands. */
  follow(topics: readonly string[]): void {
    if (topics.join() === this.#topics.join()) return
    this.#topics = topics
    for (const topic of this.#states.keys()) if (!this.#isFollowed(topic)) this.#states.delete(topic)
    this.#open()
  }

  /** Somebody is back, or the network is: a wait is over now. */
  hurry(): void {
    if (this.#retry !== undefined) this.#open()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
    this.#current?.abort()
  }

  /** A person's own topic is asked for as `user` and told as `user:<id>`. */
  #isFollowed(topic: string): boolean {
    return this.#topics.includes(topic) || this.#topics.includes(topic.split(':', 1)[0] ?? '')
  }

  #open(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
    if (this.#isClosed) return
    const previous = this.#current
    const mine = new AbortController()
    this.#current = mine
    if (this.#topics.length === 0) {
      previous?.abort()
      return
    }
    void followStream({
      topics: this.#topics,
      seen: this.states.map(({ topic, version }) => `${topic}@${version}`),
      signal: mine.signal,
      onOpen: () => {
        this.#failures = 0
        previous?.abort()
        if (this.#current === mine) this.#options.onOpen()
      },
      onLife: this.#options.onLife,
      onSignal: this.#options.onSignal,
      onState: (state) => {
        this.#states.set(state.topic, state)
        this.#options.onState(state)
      },
    }).then((end) => {
      previous?.abort()
      // Another stream has taken its place, or everything is over.
      if (this.#current === mine && !this.#isClosed) this.#again(end)
    })
  }

  #again(end: StreamEnd): void {
    this.#failures += 1
    this.#options.onDown()
    if (end.kind === 'session' || (end.kind === 'refused' && end.status === 401)) {
      this.#states.clear()
      this.#options.onSessionEnd()
    }
    const refused = end.kind === 'refused' && end.status < 500
    const waitMs = refused ? REFUSED_RETRY_MS : retryMs(this.#failures, Math.random())
    this.#retry = setTimeout(() => this.#open(), waitMs)
  }
}
