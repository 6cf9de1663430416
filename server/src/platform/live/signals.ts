/** How many there were of each name. */
export type SignalCounts = ReadonlyMap<string, number>

interface Gathered {
  counts: Map<string, number>
  /** Those of them that other servers do not know yet. */
  ours: Map<string, number>
  timer: NodeJS.Timeout | undefined
  /** Not told again before this. */
  nextAtMs: number
}

interface SignalsOptions {
  /** The time between two tellings of a topic. */
  paceMs: (topic: string) => number
  /** Tells whoever watches here. */
  tell: (topic: string, counts: SignalCounts) => void
  /** Tells the other servers. */
  post: (topic: string, counts: SignalCounts) => void
}

/**
 * Moments that are shown once and forgotten, such as taps: only how many there were is told, together with the others
 * of about the same time. Nothing of them is kept, and who misses one has missed nothing that matters.
 */
export class Signals {
  readonly #options: SignalsOptions
  readonly #topics = new Map<string, Gathered>()
  #isClosed = false

  constructor(options: SignalsOptions) {
    this.#options = options
  }

  /** Adds some of a name. What came from another server is not told to the others again. */
  add(topic: string, name: string, { count, isOurs }: { count: number; isOurs: boolean }): void {
    if (this.#isClosed) return
    const gathered = this.#topics.get(topic) ?? { counts: new Map(), ours: new Map(), timer: undefined, nextAtMs: 0 }
    this.#topics.set(topic, gathered)
    for (const counts of isOurs ? [gathered.counts, gathered.ours] : [gathered.counts]) {
      counts.set(name, (counts.get(name) ?? 0) + count)
    }
    gathered.timer ??= setTimeout(() => this.#turn(topic, gathered), Math.max(0, gathered.nextAtMs - Date.now()))
  }

  close(): void {
    this.#isClosed = true
    for (const { timer } of this.#topics.values()) clearTimeout(timer)
    this.#topics.clear()
  }

  /** Tells what was gathered; a topic of which nothing came since is forgotten. */
  #turn(topic: string, gathered: Gathered): void {
    const { counts, ours } = gathered
    if (counts.size === 0) {
      this.#topics.delete(topic)
      return
    }
    gathered.counts = new Map()
    gathered.ours = new Map()
    const paceMs = this.#options.paceMs(topic)
    gathered.nextAtMs = Date.now() + paceMs
    gathered.timer = setTimeout(() => {
      gathered.timer = undefined
      this.#turn(topic, gathered)
    }, paceMs)
    this.#options.tell(topic, counts)
    if (ours.size > 0) this.#options.post(topic, ours)
  }
}
