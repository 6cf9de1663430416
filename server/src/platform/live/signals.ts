export type SignalCounts = ReadonlyMap<string, number>

interface Gathered {
  counts: Map<string, number>
  ours: Map<string, number>
  timer: NodeJS.Timeout | undefined
}

interface SignalsOptions {
  paceMs: (topic: string) => number
  tell: (topic: string, counts: SignalCounts) => void
  post: (topic: string, counts: SignalCounts) => void
}

/** Transient events such as taps: only counts are sent, batched, and nothing is stored. */
export class Signals {
  readonly #options: SignalsOptions
  readonly #topics = new Map<string, Gathered>()
  #isClosed = false

  constructor(options: SignalsOptions) {
    this.#options = options
  }

  /** Adds a count. Counts from another server aren't posted again. */
  add(topic: string, name: string, { count, isOurs }: { count: number; isOurs: boolean }): void {
    if (this.#isClosed) return
    const gathered = this.#topics.get(topic) ?? { counts: new Map(), ours: new Map(), timer: undefined }
    this.#topics.set(topic, gathered)
    for (const counts of isOurs ? [gathered.counts, gathered.ours] : [gathered.counts]) {
      counts.set(name, (counts.get(name) ?? 0) + count)
    }
    gathered.timer ??= setTimeout(() => this.#turn(topic, gathered), 0)
  }

  close(): void {
    this.#isClosed = true
    for (const { timer } of this.#topics.values()) clearTimeout(timer)
    this.#topics.clear()
  }

  #turn(topic: string, gathered: Gathered): void {
    const { counts, ours } = gathered
    if (counts.size === 0) {
      this.#topics.delete(topic)
      return
    }
    gathered.counts = new Map()
    gathered.ours = new Map()
    gathered.timer = setTimeout(() => {
      gathered.timer = undefined
      this.#turn(topic, gathered)
    }, this.#options.paceMs(topic))
    this.#options.tell(topic, counts)
    if (ours.size > 0) this.#options.post(topic, ours)
  }
}
