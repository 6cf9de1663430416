import { stateFrame } from './frames.ts'
import { jitterMs, type Pace, paceMs } from './pace.rules.ts'
import type { Slices } from './slices.ts'

export interface Watcher {
  /** Skips the frame if an earlier one is still unsent. Returns whether it was written. Never throws. */
  write(frame: Buffer, topic: string): boolean
}

export interface HubOptions {
  /** Returns the topic's state, or null if the topic doesn't exist. */
  read: (topic: string) => Promise<Record<string, unknown> | null>
  /** Returns when the state that `read` returned was read, if it comes from elsewhere; ms since 1970. */
  readAtMs?: (topic: string) => number | undefined
  pace: Pace
  /** Minimum interval of a topic's updates, regardless of the number of watchers. */
  fastestMs?: (topic: string) => number
  slices: Slices
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
  nextAtMs: number
}

const RETRY_MS = 1_000

/** Sends watchers complete states, read once for all at an interval that grows with the number of watchers. */
export class Hub {
  readonly #options: HubOptions
  readonly #channels = new Map<string, Channel>()
  readonly #stopping = new AbortController()
  readonly counts = { messages: 0, skipped: 0 }

  constructor(options: HubOptions) {
    this.#options = options
  }

  get topics(): number {
    return this.#channels.size
  }

  /** Sends the state at once unless `seenVersion` is current. */
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
    if (channel.frame && channel.version !== seenVersion) this.#write(watcher, channel.frame, topic)
    if (channel.isStale) void this.#flush(channel)
  }

  leave(watcher: Watcher, topic: string): void {
    const channel = this.#channels.get(topic)
    channel?.watchers.delete(watcher)
    // Unwatched states aren't refreshed; the next watcher triggers a read.
    if (channel?.watchers.size === 0) this.#channels.delete(topic)
  }

  changed(topic: string): void {
    const channel = this.#channels.get(topic)
    if (!channel) return
    channel.isStale = true
    void this.#flush(channel)
  }

  /** Refreshes all topics, for changes that may have been missed. */
  allChanged(): void {
    for (const topic of this.#channels.keys()) this.changed(topic)
  }

  watching(topic: string): number {
    return this.#channels.get(topic)?.watchers.size ?? 0
  }

  /** Sends a frame that isn't a state; slow watchers never get it. */
  async tellOnce(topic: string, frame: Buffer): Promise<void> {
    const watchers = [...(this.#channels.get(topic)?.watchers ?? [])]
    await this.#options.slices.run(watchers.length, (index) => {
      const watcher = watchers[index] as Watcher
      if (this.#channels.get(topic)?.watchers.has(watcher)) this.#write(watcher, frame, topic)
    })
  }

  catchUp(watcher: Watcher, topic: string): void {
    const frame = this.#channels.get(topic)?.frame
    if (frame) this.#write(watcher, frame, topic)
  }

  close(): void {
    this.#stopping.abort()
    this.#channels.clear()
  }

  async #flush(channel: Channel): Promise<void> {
    if (channel.isFlushing) return
    channel.isFlushing = true
    while (channel.isStale && channel.watchers.size > 0 && !this.#stopping.signal.aborted) {
      await this.#pause(channel.nextAtMs - performance.now())
      if (this.#stopping.signal.aborted) break
      const { pace, fastestMs } = this.#options
      channel.nextAtMs =
        performance.now() + Math.max(paceMs(channel.watchers.size, pace), fastestMs?.(channel.topic) ?? 0)
      channel.isStale = false
      try {
        await this.#tell(channel)
      } catch (error) {
        channel.isStale = true
        channel.nextAtMs = performance.now() + RETRY_MS
        this.#options.onError?.(error, channel.topic)
      }
    }
    channel.isFlushing = false
  }

  async #tell(channel: Channel): Promise<void> {
    const startedAtMs = Date.now()
    const stateJson = JSON.stringify(await this.#options.read(channel.topic))
    const readAtMs = this.#options.readAtMs?.(channel.topic) ?? startedAtMs
    if (stateJson === channel.stateJson) return
    channel.stateJson = stateJson
    channel.version = Math.max(channel.version + 1, readAtMs)
    // Watchers that join from here on have already received this frame.
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
      if (channel.watchers.has(watcher)) this.#write(watcher, frame, channel.topic)
    })
  }

  #write(watcher: Watcher, frame: Buffer, topic: string): void {
    if (watcher.write(frame, topic)) this.counts.messages += 1
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
