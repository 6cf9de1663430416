import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { NETWORK_ROOMS, type Network, NetworkCounts, networksOf } from '../http/security/networks.ts'
import { isNews, type ToldCount } from './pace.rules.ts'

export interface Viewer {
  /** Equal for all windows of a person, on every server. */
  key: string
  /** A visitor's networks, smallest first; empty for signed-in users. */
  networks: readonly Network[]
}

export interface ViewerLimits {
  /** Milliseconds for which a viewer counts after last being seen. */
  viewerMs: number
  /** Visitors counted per address; larger networks may have somewhat more. */
  visitorsPerAddress: number
}

interface Entry {
  networks: readonly Network[]
  seenAtMs: number
  /** Number of live connections to this server. */
  open: number
  /** Whether they announced leaving while a connection was still open. */
  isLeaving: boolean
  toldAtMs: number
}

interface Crowd {
  /** Entries, least recently seen first. */
  entries: Map<string, Entry>
  perNetwork: NetworkCounts
  /** Time when expired entries were last looked for. */
  lookedAtMs: number
  told: ToldCount | undefined
  hasChanged: boolean
}

/** Fraction of `viewerMs` after which a viewer is announced again, well before they would expire elsewhere. */
const TELL_AGAIN = 0.4

/** Milliseconds for which an expired visitor may keep out others with their address. */
const LOOK_AGAIN_MS = 100

/** Counts current viewers in memory. Servers exchange sightings; a viewer seen by two counts once. */
export class Viewers {
  readonly #clock: Clock
  readonly #limits: ViewerLimits
  readonly #crowds = new Map<string, Crowd>()
  /** Called for this server's own sightings, to inform the other servers. */
  onSighting: (kind: 'seen' | 'left', topic: string, viewer: Viewer) => void = () => {}

  constructor({ clock, limits }: { clock: Clock; limits: ViewerLimits }) {
    this.#clock = clock
    this.#limits = limits
  }

  count(topic: string): number {
    const crowd = this.#crowds.get(topic)
    return crowd ? this.#fresh(crowd).entries.size : 0
  }

  /** Counts a heartbeat. Visitors beyond the limit of their address don't count. */
  seen(topic: string, viewer: Viewer): void {
    const entry = this.#refresh(topic, viewer)
    if (!entry) return
    entry.isLeaving = false
    if (entry.seenAtMs - entry.toldAtMs < this.#limits.viewerMs * TELL_AGAIN) return
    entry.toldAtMs = entry.seenAtMs
    this.onSighting('seen', topic, viewer)
  }

  seenElsewhere(topic: string, viewer: Viewer): void {
    this.#refresh(topic, viewer)
  }

  /** Counts a connection. Returns a function to call when it closes; the viewer then still counts for a while. */
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

  /** Removes a viewer, unless another window of theirs is open. */
  left(topic: string, viewer: Viewer): void {
    const entry = this.#crowds.get(topic)?.entries.get(viewer.key)
    if (entry && entry.open > 0) entry.isLeaving = true
    else if (entry) this.#left(topic, viewer)
  }

  /** Removes a viewer who left at another server, unless a connection is open here. */
  leftElsewhere(topic: string, viewer: Viewer): void {
    const crowd = this.#crowds.get(topic)
    if (crowd && !crowd.entries.get(viewer.key)?.open) this.#forget(crowd, viewer.key)
  }

  /** Returns the topics whose viewer count is news since the last call. */
  news(): string[] {
    const atMs = this.#clock.elapsedMs()
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
    const seenAtMs = this.#clock.elapsedMs()
    const known = crowd.entries.get(key)
    if (known) {
      // Re-inserted at the end, to stay ordered by last sighting.
      crowd.entries.delete(key)
      crowd.entries.set(key, known)
      known.seenAtMs = seenAtMs
      return known
    }
    if (networks.length > 0) {
      if (seenAtMs >= crowd.lookedAtMs + LOOK_AGAIN_MS) this.#fresh(crowd)
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
      const empty = { entries: new Map(), perNetwork: new NetworkCounts(), lookedAtMs: Number.NEGATIVE_INFINITY }
      crowd = { ...empty, told: undefined, hasChanged: false }
      this.#crowds.set(topic, crowd)
    }
    return crowd
  }

  /** Removes expired entries, which come first. A map also steps over the slots of deleted entries. */
  #fresh(crowd: Crowd): Crowd {
    crowd.lookedAtMs = this.#clock.elapsedMs()
    const oldestMs = crowd.lookedAtMs - this.#limits.viewerMs
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
/** Returns a key derived from the hash key, so that live edges need not have the original. */
export const viewingKeyOf = (hashKey: string): string =>
  createHmac('sha256', hashKey).update('viewers of live topics').digest('base64url')

const digest = (viewingKey: string, text: string) =>
  createHmac('sha256', viewingKey).update(text).digest('base64url').slice(0, HASH_LENGTH)

export const personViewing = (viewingKey: string, userId: string): Viewer => ({
  key: digest(viewingKey, `person/${userId}`),
  networks: [],
})

export const visitorViewing = (viewingKey: string, visitorId: string, ip: string): Viewer => ({
  key: digest(viewingKey, `visitor/${visitorId}`),
  networks: networksOf(ip).map((network) => ({ ...network, name: digest(viewingKey, `address/${network.name}`) })),
})

/** Returns the key and the networks' names, which all have the same length. */
export const viewerText = ({ key, networks }: Viewer): string => [key, ...networks.map(({ name }) => name)].join('')
export function viewerOfText(text: string): Viewer {
  const part = (index: number) => text.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH)
  const networks = NETWORK_ROOMS.map((room, index) => ({ ...room, name: part(index + 1) }))
  return { key: part(0), networks: networks.filter(({ name }) => name !== '') }
}
