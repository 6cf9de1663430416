import type { Socket } from 'node:net'
import type { EndReason } from './frames.ts'
import { BEAT, endFrame } from './frames.ts'
import type { Hub, Watcher } from './hub.ts'

/** One browser's stream. Frames are shared by all recipients and written to the socket unmodified, one write each. */
export class Connection implements Watcher {
  readonly #socket: Socket
  readonly #hub: Hub
  readonly #maxQueuedBytes: number
  readonly #topics: readonly string[]
  /** A state was skipped; the newest follows when there is room. */
  #isBehind = false

  constructor(
    socket: Socket,
    { hub, topics, maxQueuedBytes }: { hub: Hub; topics: readonly string[]; maxQueuedBytes: number },
  ) {
    this.#socket = socket
    this.#hub = hub
    this.#topics = topics
    this.#maxQueuedBytes = maxQueuedBytes
  }

  write(frame: Buffer): boolean {
    const socket = this.#socket
    if (!socket.writable) return false
    if (socket.writableLength > this.#maxQueuedBytes) {
      if (!this.#isBehind) {
        this.#isBehind = true
        socket.once('drain', () => this.#catchUp())
      }
      return false
    }
    socket.write(frame)
    return true
  }

  /** Returns false, and closes the connection, when nothing has got through for a while. */
  beat(): boolean {
    if (this.#isBehind) {
      this.#socket.destroy()
      return false
    }
    return this.write(BEAT)
  }

  end(reason: EndReason): void {
    this.#socket.end(endFrame(reason))
  }

  #catchUp(): void {
    this.#isBehind = false
    for (const topic of this.#topics) this.#hub.catchUp(this, topic)
  }
}
