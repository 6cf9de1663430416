import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { NETWORK_ROOMS, type Network, NetworkCounts, networksOf } from '../http/networks.ts'
import { isNews, type ToldCount } from './pace.rules.ts'

/** Somebody who watches, by names that tell nothing of them. */
export interface Viewer {
  /** The same for all of one person's windows, and on every server. */
  key: string
  /** The parts of the network a visitor comes from, smallest first; none for people who are signed in. */
  networks: readonly Network[]
}

export interface ViewerLimits {
  /** A viewer counts for this long after last being seen. */
  viewerMs: number
  /** Visitors that count from one address; of larger parts of the network somewhat more. */
  visitorsPerAddress: number
}

interface Entry {
  networks: readonly Network[]
  seenAtMs: number
  /** Live connections they have open here. */
  open: number
  /** Told us that they go, while a connection was still open. */
  isLeaving: boolean
  /** When the other servers were last told. */
  toldAtMs: number
}

interface Crowd {
  /** Last seen first. */
  entries: Map<string, Entry>
  perNetwork: NetworkCounts
  told: ToldCount | undefined
  /** Somebody came or went since that was told. */
  hasChanged: boolean
}

/** Others are told again well before the viewer would stop counting there. */
const TELL_AGAIN = 0.4

/**
 * Who watches what right now: in memory only, no row and no statement for a heartbeat. Servers tell each other whom
 * they see; a viewer who talks to two of them is one.
 */
export class Viewers {
  readonly #clock: Clock
  readonly #limits: ViewerLimits
  readonly #crowds = new Map<string, Crowd>()
  /** Hears whom this server has seen or seen leave; for the other servers. */
  onSighting: (kind: 'seen' | 'left', topic: string, viewer: Viewer) => void = () => {}

  constructor({ clock, limits }: { clock: Clock; limits: ViewerLimits }) {
    this.#clock = clock
    this.#limits = limits
  }

  /** How many watch a topic. */
  count(topic: string): number {
    const crowd = this.#crowds.get(topic)
    return crowd ? this.#fresh(crowd).entries.size : 0
  }

  /** A sign of life. A visitor too many from one address does not count. */
  seen(topic: string, viewer: Viewer): void {
    const entry = this.#refresh(topic, viewer)
    if (!entry) return
    entry.isLeaving = false
    if (entry.seenAtMs - entry.toldAtMs < this.#limits.viewerMs * TELL_AGAIN) return
    entry.toldAtMs = entry.seenAtMs
    this.onSighting('seen', topic, viewer)
  }

  /** What another server has seen. */
  seenElsewhere(topic: string, viewer: Viewer): void {
    this.#refresh(topic, viewer)
  }

  /** A live connection was opened; answers how to say that it closed, after which they count a while longer. */
  enter(topic: string, viewer: Viewer): () => void {
    this.seen(topic, viewer)
    const entry = this.#crowds.get(topic)?.entries.get(viewer.key)
    if (entry) entry.open += 1
    return () => {
      const mine = this.#crowds.get(topic)?.entries.get(viewer.key)
      if (!mine || mine.open === 0) return
      mine.open -= 1
      if (mine.isLeaving && mine.open === 0) this.#left(topic, viewer)
      else if (mine.open === 0) this.#refresh(topic, viewer)
    }
  }

  /** They say that they go. Where another window of theirs is still watching, they stay. */
  left(topic: string, viewer: Viewer): void {
    const entry = this.#crowds.get(topic)?.entries.get(viewer.key)
    if (entry && entry.open > 0) entry.isLeaving = true
    else if (entry) this.#left(topic, viewer)
  }

  /** Another server saw them leave. A connection that is open here says otherwise. */
  leftElsewhere(topic: string, viewer: Viewer): void {
    const crowd = this.#crowds.get(topic)
    if (crowd && !crowd.entries.get(viewer.key)?.open) this.#forget(crowd, viewer.key)
  }

  /** The topics whose number of viewers is news since this was last asked. */
  news(): string[] {
    const atMs = this.#clock.now().getTime()
    const topics: string[] = []
    for (const [topic, crowd] of this.#crowds) {
      const count = this.#fresh(crowd).entries.size
      if (crowd.hasChanged && isNews(crowd.told, { count, atMs })) {
        crowd.told = { count, atMs }
        crowd.hasChanged = false
        topics.push(topic)
      }
      if (count === 0 && !crowd.hasChanged) this.#crowds.delete(topic)
    }
    return topics
  }

  #left(topic: string, viewer: Viewer): void {
    const crowd = this.#crowds.get(topic)
    if (!crowd) return
    this.#forget(crowd, viewer.key)
    this.onSighting('left', topic, viewer)
  }

  #refresh(topic: string, { key, networks }: Viewer): Entry | undefined {
    const crowd = this.#crowd(topic)
    const seenAtMs = this.#clock.now().getTime()
    const known = crowd.entries.get(key)
    if (known) {
      // To the end of the line: it stays ordered by when people were last seen.
      crowd.entries.delete(key)
      crowd.entries.set(key, known)
      known.seenAtMs = seenAtMs
      return known
    }
    if (networks.length > 0) {
      this.#fresh(crowd)
      if (!crowd.perNetwork.hasRoom(networks, this.#limits.visitorsPerAddress)) return undefined
      crowd.perNetwork.add(networks)
    }
    const entry = { networks, seenAtMs, open: 0, isLeaving: false, toldAtMs: Number.NEGATIVE_INFINITY }
    crowd.entries.set(key, entry)
    crowd.hasChanged = true
    return entry
  }

  #crowd(topic: string): Crowd {
    let crowd = this.#crowds.get(topic)
    if (!crowd) {
      crowd = { entries: new Map(), perNetwork: new NetworkCounts(), told: undefined, hasChanged: false }
      this.#crowds.set(topic, crowd)
    }
    return crowd
  }

  /** Forgets who was not seen for too long. They stand at the front, so this costs as much as it finds. */
  #fresh(crowd: Crowd): Crowd {
    const oldestMs = this.#clock.now().getTime() - this.#limits.viewerMs
    for (const [key, { seenAtMs }] of crowd.entries) {
      if (seenAtMs > oldestMs) break
      this.#forget(crowd, key)
    }
    return crowd
  }

  #forget(crowd: Crowd, key: string): void {
    const entry = crowd.entries.get(key)
    if (!entry) return
    crowd.entries.delete(key)
    crowd.perNetwork.remove(entry.networks)
    crowd.hasChanged = true
  }
}

const HASH_LENGTH = 11
const digest = (hashKey: string, text: string) =>
  createHmac('sha256', hashKey).update(text).digest('base64url').slice(0, HASH_LENGTH)

/** A person who is signed in, as a viewer. */
export const personViewing = (hashKey: string, userId: string): Viewer => ({
  key: digest(hashKey, `person/${userId}`),
  networks: [],
})

/** A browser nobody is signed in with. */
export const visitorViewing = (hashKey: string, visitorId: string, ip: string): Viewer => ({
  key: digest(hashKey, `visitor/${visitorId}`),
  networks: networksOf(ip).map((network) => ({ ...network, name: digest(hashKey, `address/${network.name}`) })),
})

/** A viewer as servers tell each other: the key and the networks' names, all of one length. */
export const viewerText = ({ key, networks }: Viewer): string => [key, ...networks.map(({ name }) => name)].join('')
export function viewerOfText(text: string): Viewer {
  const part = (index: number) => text.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH)
  const networks = NETWORK_ROOMS.map((room, index) => ({ ...room, name: part(index + 1) }))
  return { key: part(0), networks: networks.filter(({ name }) => name !== '') }
}
