import { setTimeout } from 'node:timers/promises'
import { AppError } from '../app-error.ts'
import { NetworkCounts, networksOf } from '../http/security/networks.ts'
import type { Connection } from './connection.ts'
import type { EndReason } from './frames.ts'
import type { Hub } from './hub.ts'
import type { Slices } from './slices.ts'
import { kindOf, type LiveSource } from './source.ts'
import type { Viewer, Viewers } from './viewers.ts'

export interface StreamLimits {
  /** Number of streams per process. */
  streams: number
  streamsPerAddress: number
  streamsPerUser: number
}

export interface Stream {
  ip: string
  userId: string | undefined
  tokenHash: Uint8Array | undefined
  topics: readonly string[]
  viewer: Viewer
  /** Newest versions the browser has, by topic. */
  seen: ReadonlyMap<string, number>
}

interface StreamsOptions {
  hub: Hub
  viewers: Viewers
  slices: Slices
  sources: readonly Pick<LiveSource, 'kind' | 'access' | 'hasViewers'>[]
  limits: StreamLimits
  /** Returns users in the order asked; undefined for ended sessions. */
  findUsers: (tokenHashes: readonly Uint8Array[]) => Promise<(string | undefined)[]>
}

interface Open {
  connection: Connection
  stream: Stream
  watched: readonly string[]
}

/** Rounds in which streams beat. Beating all at once would make every server hear all sightings at the same moment. */
export const BEAT_ROUNDS = 15
const BATCH = 500
const END_STEP_MS = 100

export class Streams {
  readonly hub: Hub
  readonly #options: StreamsOptions
  readonly #open = new Set<Open>()
  /** The same streams, divided among the rounds. */
  readonly #rounds = Array.from({ length: BEAT_ROUNDS }, () => new Set<Open>())
  #opened = 0
  #beats = 0
  readonly #perNetwork = new NetworkCounts()
  readonly #perUser = new Map<string, Set<Open>>()

  constructor(options: StreamsOptions) {
    this.#options = options
    this.hub = options.hub
  }

  get size(): number {
    return this.#open.size
  }

  /** Returns the topic a viewer asked for. Throws if the kind is unknown or the topic is another user's. */
  topicFor(asked: string, userId: string | undefined): string {
    const source = this.#options.sources.find(({ kind }) => kind === kindOf(asked))
    if (!source) throw new AppError('INVALID_REQUEST', { message: `There is no topic ${asked}` })
    if (source.access === 'everyone') return asked
    if (userId === undefined) throw new AppError('UNAUTHORIZED')
    if (asked !== source.kind && asked !== `${source.kind}:${userId}`) throw new AppError('FORBIDDEN')
    return `${source.kind}:${userId}`
  }

  /** Returns the token's hash of one of the user's open streams. */
  tokenHashOf(userId: string): Uint8Array | undefined {
    const [open] = this.#perUser.get(userId) ?? []
    return open?.stream.tokenHash
  }

  refuseTooMany(ip: string, userId: string | undefined): void {
    const { streams, streamsPerAddress, streamsPerUser } = this.#options.limits
    if (this.size >= streams) throw new AppError('UNAVAILABLE')
    const mine = userId === undefined ? 0 : (this.#perUser.get(userId)?.size ?? 0)
    if (mine >= streamsPerUser || !this.#perNetwork.hasRoom(networksOf(ip), streamsPerAddress)) {
      throw new AppError('RATE_LIMITED')
    }
  }

  /** Opens a stream. Returns a function to call when the connection has closed. */
  open(connection: Connection, stream: Stream): () => void {
    const { hub, viewers, sources } = this.#options
    const isWatched = (topic: string) => sources.some(({ kind, hasViewers }) => hasViewers && kind === kindOf(topic))
    const open: Open = { connection, stream, watched: stream.topics.filter(isWatched) }
    const { userId } = stream
    const networks = networksOf(stream.ip)
    this.#open.add(open)
    const round = this.#roundOf(this.#opened++)
    round.add(open)
    this.#perNetwork.add(networks)
    if (userId !== undefined) this.#perUser.set(userId, (this.#perUser.get(userId) ?? new Set()).add(open))
    const exits = open.watched.map((topic) => viewers.enter(topic, stream.viewer))
    for (const topic of stream.topics) hub.join(connection, topic, stream.seen.get(topic))
    return () => {
      if (!this.#open.delete(open)) return
      round.delete(open)
      for (const topic of stream.topics) hub.leave(connection, topic)
      for (const exit of exits) exit()
      this.#perNetwork.remove(networks)
      const mine = userId === undefined ? undefined : this.#perUser.get(userId)
      mine?.delete(open)
      if (userId !== undefined && mine?.size === 0) this.#perUser.delete(userId)
    }
  }

  /** Beats a part of the streams; `BEAT_ROUNDS` calls reach each once. */
  async beat(): Promise<void> {
    const open = [...this.#roundOf(this.#beats++)]
    await this.#options.slices.run(open.length, (index) => {
      const { connection, watched, stream } = open[index] as Open
      if (!connection.beat()) return
      for (const topic of watched) this.#options.viewers.seen(topic, stream.viewer)
    })
  }

  #roundOf(count: number): Set<Open> {
    return this.#rounds[count % BEAT_ROUNDS] as Set<Open>
  }

  /** Ends streams whose session has ended, of one user or of all. */
  async endWithoutSession(userId?: string): Promise<void> {
    const open = userId === undefined ? [...this.#open] : [...(this.#perUser.get(userId) ?? [])]
    const signedIn = open.filter(({ stream }) => stream.tokenHash !== undefined)
    for (let start = 0; start < signedIn.length; start += BATCH) {
      const batch = signedIn.slice(start, start + BATCH)
      const users = await this.#options.findUsers(batch.map(({ stream }) => stream.tokenHash as Uint8Array))
      for (const [index, { connection, stream }] of batch.entries()) {
        if (users[index] !== stream.userId) connection.end('session')
      }
    }
  }

  /**
   * Ends the streams open now and those that open meanwhile, spread evenly over `ms`, because browsers that all
   * reconnect at once would overload the remaining servers. Resolves after `ms`.
   */
  async endOver(ms: number, reason: EndReason): Promise<void> {
    for (let steps = Math.max(1, Math.round(ms / END_STEP_MS)); steps > 0; steps--) {
      const due = Math.ceil(this.size / steps)
      for (const { connection } of [...this.#open].slice(0, due)) connection.end(reason)
      await setTimeout(Math.min(ms, END_STEP_MS))
    }
  }

  endAll(reason: EndReason): void {
    for (const { connection } of this.#open) connection.end(reason)
  }
}
