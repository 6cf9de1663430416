import { createHash } from 'node:crypto'
import type { NatsLink } from './nats-link.ts'

/** Subjects of messages. Topics contain no character that is special in a subject. */
export interface LiveSubjects {
  /** Subject of the bus's items, by their first word. */
  bus(word: string): string
  /** Subject of a server's states of a topic, as frames of a stream. */
  state(topic: string): string
  /** Subject that asks the server that tells the topic's states. */
  teller(topic: string): string
  /** Subject that asks any server to tell a topic's states. */
  readonly anyTeller: string
  /** Subject that keeps a server telling. */
  renew(teller: string): string
  /** Subject that asks any server what can be watched. */
  readonly hello: string
  /** Subject that asks any server whose sessions these are. */
  readonly sessions: string
  /** Subject that asks any server for a user's own state. */
  readonly own: string
}

export interface LiveNats {
  link: NatsLink
  subjects: LiveSubjects
}

/** Returns the link of servers and edges of one `origin`, which hear each other but no others on the same NATS. */
export function liveNats(link: NatsLink, origin: string): LiveNats {
  const own = `aura.${createHash('sha256').update(origin).digest('hex').slice(0, 12)}`
  return {
    link,
    subjects: {
      bus: (word) => `${own}.bus.${word}`,
      state: (topic) => `${own}.state.${topic}`,
      teller: (topic) => `${own}.teller.${topic}`,
      renew: (teller) => `${own}.renew.${teller}`,
      anyTeller: `${own}.any-teller`,
      hello: `${own}.hello`,
      sessions: `${own}.sessions`,
      own: `${own}.own`,
    },
  }
}
