import type { Live } from '#platform/live/live'
import type { KickMessage } from './kick-message.ts'

export interface ReceivedMessage extends KickMessage {
  sentAtMs: number
}

/** Cheering messages that Kick sent to this server, until they are counted. */
export class KickInbox {
  readonly #max: number
  #messages: ReceivedMessage[] = []

  constructor(max: number) {
    this.#max = max
  }

  /** Returns whether there was room for it. */
  add(message: ReceivedMessage): boolean {
    const hasRoom = this.#messages.length < this.#max
    if (hasRoom) this.#messages.push(message)
    return hasRoom
  }

  /** Returns the messages since the last call. */
  take(): ReceivedMessage[] {
    const taken = this.#messages
    this.#messages = []
    return taken
  }
}

const inboxes = new WeakMap<Live, KickInbox>()

/** Returns the server's inbox, which holds at most `max` messages. */
export function kickInbox(live: Live, max: number): KickInbox {
  const known = inboxes.get(live) ?? new KickInbox(max)
  inboxes.set(live, known)
  return known
}
