import { stateFrame } from './frames.ts'
import { jitterMs, type Pace, paceMs } from './pace.rules.ts'
import type { Slices } from './slices.ts'

/** Who gets the updates of some topics. */
export interface Watcher {
  /** Writes, unless what was written before still waits to be sent. Answers whether it did. Never throws. */
  write(frame: Buffer): boolean
}

export interface HubOptions {
  /** The newest state of a topic; null when there is no such thing. */
  read: (topic: string) => Promise<Record<string, unknown> | null>
  pace: Pace
  slices: Slices
  /** Hears of reads that failed; they are tried again. */
  onError?: (error: unknown, topic: string) => void
}

interface Channel {
  topic: string
  watchers: Set<Watcher>
  version: number
  stateJson: string | undefined
  frame: Buffer | undefined
  isStale: boolean
  isFlushing: boolean
  /** Not told again before this. */
  nextAtMs: number
}

const RETRY_MS = 1_000

/**
 * Tells watchers the newest state of their topics, whole and never in pieces: who misses an update misses nothing. A
 * state is read once for all, when something changed, at the pace of the crowd; one that is as before is not sent.
 */
export class Hub {
  readonly #options: HubOptions
  readonly #channels = new Map<string, Channel>()
  readonly #stopping = new AbortController()
  /** Figures for whoever watches the server. */
  readonly counts = { messages: 0, skipped: 0 }

  constructor(options: HubOptions) {
    this.#options = options
  }

  /** How many topics are watched. */
  get topics(): number {
    return this.#channels.size
  }

  /** Begins to tell a watcher of a topic, with its state at once unless `seenVersion` is that state's. */
  join(watcher: Watcher, topic: string, seenVersion?: number): void {
    let channel = this.#channels.get(topic)
    if (!channel) {
      channel = {
        topic,
        watchers: new Set(),
        version: 0,
        stateJson: undefined,
        frame: undefined,
        isStale: true,
        isFlushing: false,
        nextAtMs: 0,
      }
      this.#channels.set(topic, channel)
    }
    channel.watchers.add(watcher)
    if (channel.frame && channel.version !== seenVersion) this.#write(watcher, channel.frame)
    if (channel.isStale) void this.#flush(channel)
  }

  leave(watcher: Watcher, topic: string): void {
    const channel = this.#channels.get(topic)
    channel?.watchers.delete(watcher)
    // Nobody keeps an unwatched state up to date: who comes next gets a fresh one.
    if (channel?.watchers.size === 0) this.#channels.delete(topic)
  }

  /** Something a topic shows has changed. */
  changed(topic: string): void {
    const channel = this.#channels.get(topic)
    if (!channel) return
    channel.isStale = true
    void this.#flush(channel)
  }

  /** News may have been missed: everything is read again. */
  allChanged(): void {
    for (const topic of this.#channels.keys()) this.changed(topic)
  }

  /** How many watch a topic. */
  watching(topic: string): number {
    return this.#channels.get(topic)?.watchers.size ?? 0
  }

  /** Hands whoever watches a topic something that is no state of it: a slow one is never handed it. */
  async tellOnce(topic: string, frame: Buffer): Promise<void> {
    const watchers = [...(this.#channels.get(topic)?.watchers ?? [])]
    await this.#options.slices.run(watchers.length, (index) => {
      const watcher = watchers[index] as Watcher
      if (this.#channels.get(topic)?.watchers.has(watcher)) this.#write(watcher, frame)
    })
  }

  /** Sends a watcher who had been skipped the newest state of a topic. */
  catchUp(watcher: Watcher, topic: string): void {
    const frame = this.#channels.get(topic)?.frame
    if (frame) this.#write(watcher, frame)
  }

  /** Tells nobody anything any more. */
  close(): void {
    this.#stopping.abort()
    this.#channels.clear()
  }

  async #flush(channel: Channel): Promise<void> {
    if (channel.isFlushing) return
    channel.isFlushing = true
    while (channel.isStale && channel.watchers.size > 0 && !this.#stopping.signal.aborted) {
      await this.#pause(channel.nextAtMs - Date.now())
      if (this.#stopping.signal.aborted) break
      channel.nextAtMs = Date.now() + paceMs(channel.watchers.size, this.#options.pace)
      channel.isStale = false
      try {
        await this.#tell(channel)
      } catch (error) {
        channel.isStale = true
        channel.nextAtMs = Date.now() + RETRY_MS
        this.#options.onError?.(error, channel.topic)
      }
    }
    channel.isFlushing = false
  }

  async #tell(channel: Channel): Promise<void> {
    const readAtMs = Date.now()
    const stateJson = JSON.stringify(await this.#options.read(channel.topic))
    if (stateJson === channel.stateJson) return
    channel.stateJson = stateJson
    channel.version = Math.max(channel.version + 1, readAtMs)
    // Who joins from here on has been sent this frame already.
    const watchers = [...channel.watchers]
    const frame = stateFrame({
      topic: channel.topic,
      version: channel.version,
      stateJson,
      jitterMs: jitterMs(watchers.length, this.#options.pace),
    })
    channel.frame = frame
    await this.#options.slices.run(watchers.length, (index) => {
      const watcher = watchers[index] as Watcher
      if (channel.watchers.has(watcher)) this.#write(watcher, frame)
    })
  }

  #write(watcher: Watcher, frame: Buffer): void {
    if (watcher.write(frame)) this.counts.messages += 1
    else this.counts.skipped += 1
  }

  #pause(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve()
    const { signal } = this.#stopping
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal.addEventListener('abort', end)
    })
  }
}
