import type { Socket } from 'node:net'
import type { EndReason } from './frames.ts'
import { BEAT, endFrame } from './frames.ts'
import type { Hub, Watcher } from './hub.ts'

/** A browser's stream. Recipients share frames, which are written to the socket unmodified, one write each. */
export class Connection implements Watcher {
  readonly #socket: Socket
  readonly #hub: Hub
  readonly #maxQueuedBytes: number
  /** Whether a state was skipped; the newest states follow when there is room. */
  #isBehind = false
  /** Skipped topics, longest waiting first, so that a slow reader gets many large states in turn. */
  readonly #skipped = new Set<string>()

  constructor(socket: Socket, { hub, maxQueuedBytes }: { hub: Hub; maxQueuedBytes: number }) {
    this.#socket = socket
    this.#hub = hub
    this.#maxQueuedBytes = maxQueuedBytes
  }

  write(frame: Buffer, topic?: string): boolean {
    const socket = this.#socket
    if (!socket.writable) return false
    if (socket.writableLength > this.#maxQueuedBytes) {
      if (topic !== undefined) this.#skipped.add(topic)
      if (!this.#isBehind) {
        this.#isBehind = true
        socket.once('drain', () => this.#catchUp())
      }
      return false
    }
    socket.write(frame)
    return true
  }

  /** Returns false, and closes the connection, if nothing has got through for a while, the end frame included. */
  beat(): boolean {
    if (this.#isBehind || !this.#socket.writable) {
      this.#socket.destroy()
      return false
    }
    return this.write(BEAT)
  }

  /** Closes both directions once the frame is sent, because a browser that is gone would keep its half open. */
  end(reason: EndReason): void {
    if (!this.#socket.writable) return
    this.#socket.write(endFrame(reason))
    this.#socket.destroySoon()
  }

  #catchUp(): void {
    this.#isBehind = false
    const skipped = [...this.#skipped]
    this.#skipped.clear()
    for (const topic of skipped) this.#hub.catchUp(this, topic)
  }
}
