import { MAX_LIVE_TOPICS } from '@aura/api/rules/live'
import { openChannel } from '../browser-storage.ts'
import { Leader } from './leader.ts'
import type { LiveSignal, LiveState } from './stream.ts'

/** `connecting`: not known yet. `down`: cached data may be stale unless it is polled. */
export type LiveStatus = 'connecting' | 'live' | 'down'

interface SharedStreamOptions {
  onState: (state: LiveState) => void
  onSignal: (signal: LiveSignal) => void
  onStatus: (status: LiveStatus) => void
  onSessionEnd: () => void
}

/** Messages between tabs. Only the leader talks to the server. */
type Message =
  | { type: 'want'; tab: string; topics: readonly string[]; isUrgent: boolean }
  | { type: 'who' }
  | { type: 'state'; state: LiveState }
  | { type: 'signal'; signal: LiveSignal }
  | { type: 'status'; status: LiveStatus }
  | { type: 'session-end' }
  | { type: 'life' }

const NAME = 'aura-live'
/** A visible tab that hears nothing from the leader for this long takes over: browsers freeze background tabs. */
const SILENCE_MS = 45_000
const CHECK_MS = 10_000
/** Tabs repeat their topics. A tab that stops is forgotten, even without a goodbye. */
const REPEAT_MS = 30_000
const FORGET_MS = 180_000
/** Parts of a screen appear one after the other, and each may add a topic. Waiting lets them share one connection. */
const SETTLE_MS = 300
/** Without a stream, that is while a page loads, which takes a slow phone longer. */
const FIRST_SETTLE_MS = 800
const MAX_SETTLE_MS = 1_500

/**
 * The live stream shared by all tabs of a browser, because HTTP/1.1 allows six connections and every tab would take
 * one. The tab that holds the lock leads and relays events. When it closes, the browser passes the lock to another tab.
 */
export class SharedStream {
  readonly #options: SharedStreamOptions
  readonly #tab = crypto.randomUUID()
  readonly #channel = openChannel(NAME)
  readonly #mine = new Map<symbol, { topics: readonly string[]; isUrgent: boolean }>()
  /** Ordered by the time of their latest change, newest last. */
  readonly #others = new Map<string, { topics: readonly string[]; atMs: number }>()
  #leader: Leader | undefined
  #status: LiveStatus = 'connecting'
  #lastLifeMs = Date.now()
  #resign = () => {}
  #settling: { timer: ReturnType<typeof setTimeout>; sinceMs: number; isAtOnce: boolean } | undefined

  constructor(options: SharedStreamOptions) {
    this.#options = options
    if (this.#channel) this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data)
    setInterval(() => this.#check(), CHECK_MS)
    setInterval(() => this.#tellWants(), REPEAT_MS)
    void this.#stand({})
  }

  /** Follows topics until the returned function is called; `isUrgent` ones without waiting for others. */
  want(topics: readonly string[], { isUrgent = false } = {}): () => void {
    const key = Symbol()
    this.#mine.set(key, { topics, isUrgent })
    this.#tellWants({ isUrgent })
    return () => {
      this.#mine.delete(key)
      this.#tellWants()
    }
  }

  wake(): void {
    this.#tellWants()
    this.#leader?.hurry()
    this.#check()
  }

  /** Releases the topics when the page is left. `wake` undoes this if it is restored from the back-forward cache. */
  leave(): void {
    if (!this.#leader) this.#post({ type: 'want', tab: this.#tab, topics: [], isUrgent: false })
  }

  get #wants(): string[] {
    return [...new Set([...this.#mine.values()].flatMap(({ topics }) => topics))].sort()
  }

  #tellWants({ isUrgent = false } = {}): void {
    if (this.#leader) this.#follow({ isUrgent })
    else this.#post({ type: 'want', tab: this.#tab, topics: this.#wants, isUrgent })
  }

  /** Waits for leadership; `steal` takes over from a leader that no longer responds. */
  async #stand(how: { steal?: true }): Promise<void> {
    if (!this.#channel || !navigator.locks) return this.#lead()
    try {
      await navigator.locks.request(NAME, how, () => this.#lead())
    } catch (error) {
      this.#resign()
      // Another tab took the lock: queue again. Any other error means that locks are unavailable here.
      const isStolen = error instanceof DOMException && error.name === 'AbortError'
      await (isStolen ? this.#stand({}) : this.#lead())
    }
  }

  #lead(): Promise<void> {
    this.#setStatus('connecting')
    const leader = new Leader({
      onOpen: () => this.#setStatus('live'),
      onDown: () => this.#setStatus('down'),
      onLife: () => this.#post({ type: 'life' }),
      onState: (state) => {
        this.#post({ type: 'state', state })
        this.#options.onState(state)
      },
      onSignal: (signal) => {
        this.#post({ type: 'signal', signal })
        this.#options.onSignal(signal)
      },
      onSessionEnd: () => {
        this.#post({ type: 'session-end' })
        this.#options.onSessionEnd()
      },
    })
    this.#leader = leader
    this.#post({ type: 'who' })
    // Topics requested before this tab led.
    this.#follow({ isUrgent: [...this.#mine.values()].some(({ isUrgent }) => isUrgent) })
    return new Promise((resolve) => {
      this.#resign = () => {
        this.#resign = () => {}
        leader.close()
        this.#leader = undefined
        this.#others.clear()
        resolve()
      }
    })
  }

  /** Waits until the topics have settled; `isUrgent` ones wait for the current turn only. */
  #follow({ isUrgent = false } = {}): void {
    const now = Date.now()
    const sinceMs = this.#settling?.sinceMs ?? now
    const isAtOnce = isUrgent || this.#settling?.isAtOnce === true
    clearTimeout(this.#settling?.timer)
    const settleMs = this.#status === 'live' ? SETTLE_MS : FIRST_SETTLE_MS
    const timer = setTimeout(
      () => {
        this.#settling = undefined
        this.#followNow()
      },
      isAtOnce ? 0 : Math.min(settleMs, sinceMs + MAX_SETTLE_MS - now),
    )
    this.#settling = { timer, sinceMs, isAtOnce }
  }

  /** Too many topics would be refused, so those of the tabs that changed longest ago are left out. */
  #followNow(): void {
    const oldestMs = Date.now() - FORGET_MS
    for (const [tab, { atMs }] of this.#others) if (atMs < oldestMs) this.#others.delete(tab)
    const theirs = [...this.#others.values()].reverse().flatMap(({ topics }) => topics)
    this.#leader?.follow([...new Set([...this.#wants, ...theirs])].slice(0, MAX_LIVE_TOPICS).sort())
  }

  #hear(message: Message): void {
    switch (message.type) {
      case 'want':
        this.#answer(message)
        break
      case 'who':
        this.#lastLifeMs = Date.now()
        if (!this.#leader) this.#tellWants()
        break
      case 'state':
        this.#lastLifeMs = Date.now()
        this.#options.onState(message.state)
        break
      case 'signal':
        this.#options.onSignal(message.signal)
        break
      case 'status':
        this.#lastLifeMs = Date.now()
        if (!this.#leader) this.#setStatus(message.status)
        break
      case 'session-end':
        this.#options.onSessionEnd()
        break
      case 'life':
        this.#lastLifeMs = Date.now()
    }
  }

  /** Replays the known state to a new tab, because the server sends it only once. */
  #answer({ tab, topics, isUrgent }: Extract<Message, { type: 'want' }>): void {
    if (!this.#leader) return
    const isSame = this.#others.get(tab)?.topics.join() === topics.join()
    if (!isSame) this.#others.delete(tab)
    if (topics.length > 0) this.#others.set(tab, { topics, atMs: Date.now() })
    this.#follow({ isUrgent })
    this.#post({ type: 'status', status: this.#status })
    if (isSame) return
    for (const state of this.#leader.states) this.#post({ type: 'state', state })
  }

  #check(): void {
    const isShown = !('document' in globalThis) || document.visibilityState === 'visible'
    if (this.#leader || !isShown || Date.now() - this.#lastLifeMs < SILENCE_MS) return
    this.#lastLifeMs = Date.now()
    this.#setStatus('down')
    if (navigator.locks) void this.#stand({ steal: true })
  }

  #setStatus(status: LiveStatus): void {
    const isNew = status !== this.#status
    this.#status = status
    if (isNew) this.#options.onStatus(status)
    if (this.#leader) this.#post({ type: 'status', status })
  }

  #post(message: Message): void {
    this.#channel?.postMessage(message)
  }
}
