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
/** Delay after a refusal, within which a retry would be refused again. */
const REFUSED_RETRY_MS = 15_000

/** Returns the delay after consecutive failures, with jitter so that clients don't reconnect at the same moment. */
export const retryMs = (failures: number, chance: number): number =>
  Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (0.5 + chance / 2)

/** Holds the browser's one stream open for the topics of all its tabs. */
export class Leader {
  readonly #options: LeaderOptions
  #topics: readonly string[] = []
  /** Oldest first. Earlier streams stay open until the newest is. */
  #streams: readonly AbortController[] = []
  #retry: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isClosed = false
  /** Newest state of each topic, for new tabs and for resuming the stream. */
  readonly #states = new Map<string, LiveState>()

  constructor(options: LeaderOptions) {
    this.#options = options
  }

  get states(): readonly LiveState[] {
    return [...this.#states.values()]
  }

  /** Changes the followed topics. The current stream stays until a new one is open, even if the new one is refused. */
  follow(topics: readonly string[]): void {
    if (topics.join() === this.#topics.join()) return
    this.#topics = topics
    for (const topic of this.#states.keys()) if (!this.#isFollowed(topic)) this.#states.delete(topic)
    this.#open()
  }

  /** Retries now, because the user or the network is back. */
  hurry(): void {
    if (this.#retry !== undefined) this.#open()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
    this.#endBefore(this.#streams.length)
  }

  /** A user's own topic is requested as `user` and delivered as `user:<id>`. */
  #isFollowed(topic: string): boolean {
    return this.#topics.includes(topic) || this.#topics.includes(topic.split(':', 1)[0] ?? '')
  }

  #open(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
    if (this.#isClosed) return
    if (this.#topics.length === 0) {
      this.#endBefore(this.#streams.length)
      return
    }
    const mine = new AbortController()
    this.#streams = [...this.#streams, mine]
    const isNewest = () => this.#streams.at(-1) === mine
    void followStream({
      topics: this.#topics,
      seen: this.states.map(({ topic, version }) => `${topic}@${version}`),
      signal: mine.signal,
      onOpen: () => {
        if (mine.signal.aborted) return
        this.#failures = 0
        this.#endBefore(this.#streams.indexOf(mine))
        if (isNewest()) this.#options.onOpen()
      },
      onLife: this.#options.onLife,
      onSignal: this.#options.onSignal,
      onState: (state) => {
        this.#states.set(state.topic, state)
        this.#options.onState(state)
      },
    }).then((end) => {
      // Otherwise it was stopped or replaced by another stream.
      const isMissed = isNewest()
      this.#streams = this.#streams.filter((each) => each !== mine)
      if (isMissed) this.#again(end)
    })
  }

  #endBefore(index: number): void {
    const before = this.#streams.slice(0, index)
    this.#streams = this.#streams.slice(index)
    for (const stream of before) stream.abort()
  }

  #again(end: StreamEnd): void {
    this.#failures += 1
    this.#options.onDown()
    // From here on tabs have newer responses of their own.
    this.#states.clear()
    if (end.kind === 'session' || (end.kind === 'refused' && end.status === 401)) this.#options.onSessionEnd()
    const refused = end.kind === 'refused' && end.status < 500
    const waitMs = refused ? REFUSED_RETRY_MS : retryMs(this.#failures, Math.random())
    this.#retry = setTimeout(() => this.#open(), waitMs)
  }
}
