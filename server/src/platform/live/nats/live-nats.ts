import { createHash } from 'node:crypto'
import type { NatsLink } from './nats-link.ts'

/** Topics have no character that means something in a subject. */
export interface LiveSubjects {
  /** Items of the bus, by their first word. */
  bus(word: string): string
  /** A server's states of a topic, as frames of a stream. */
  state(topic: string): string
  /** Asks whichever server tells the topic's states. */
  teller(topic: string): string
  /** Asks any server to tell a topic's states. */
  readonly anyTeller: string
  /** Keeps that server telling. */
  renew(teller: string): string
  /** Any server: what can be watched. */
  readonly hello: string
  /** Any server: whose sessions these are. */
  readonly sessions: string
  /** Any server: a user's own state. */
  readonly own: string
}

export interface LiveNats {
  link: NatsLink
  subjects: LiveSubjects
}

/** Servers and edges of one `origin` hear each other, and no others on the same NATS. */
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
