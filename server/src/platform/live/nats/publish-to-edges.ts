import { randomUUID } from 'node:crypto'
import { isNullState, isStateFrame } from '../frames.ts'
import type { Hub, Watcher } from '../hub.ts'
import { idOf, kindOf, type LiveSource } from '../source.ts'
import {
  type Hello,
  type NoState,
  type OwnStateAnswer,
  type OwnStateRequest,
  RENEWED_AT_ONCE,
  type Renewal,
  stoppedText,
  type TellAnswer,
  TOLD_FOR_RENEWALS,
  toldOf,
  toldText,
} from './edge-protocol.ts'
import type { LiveNats } from './live-nats.ts'
import { MessageTooLarge } from './nats-link.ts'

const SERVERS = 'servers'
/** Most topics told by one server at a time; many times what an edge can watch. */
const MAX_TOLD = 50_000
const FIRST_STATE_MS = 2_000
const TOPIC = /^[a-z]+(?::[\w-]{1,64})?$/
const TOKEN_HASH = /^[\w-]{43}$/

interface PublishToEdgesOptions {
  nats: LiveNats
  hub: Hub
  sources: readonly LiveSource[]
  read: (topic: string) => Promise<Record<string, unknown> | null>
  viewingKey: string
  renewMs: number
  /** Returns users in the order asked; undefined for ended sessions. */
  findUsers: (tokenHashes: readonly Uint8Array[]) => Promise<(string | undefined)[]>
  onError: (error: unknown) => void
}

export interface EdgePublisher {
  readonly topics: number
  close(): void
}

/**
 * Responds to live edges. One server becomes the teller of each topic they watch: it watches the topic itself and
 * publishes each state once for all edges. If two begin at once, the one with the smaller id stays.
 */
export function publishToEdges(options: PublishToEdgesOptions): EdgePublisher {
  const { nats, hub, sources, read, viewingKey, renewMs, findUsers, onError } = options
  const toldForMs = TOLD_FOR_RENEWALS * renewMs
  const { link, subjects } = nats
  const me = randomUUID()
  const publishers = new Map<string, TopicPublisher>()
  // A single sequence for all topics, so that a topic told again later repeats no number.
  let seq = 0
  const isPublic = (topic: string) =>
    TOPIC.test(topic) && sources.some(({ kind, access }) => kind === kindOf(topic) && access === 'everyone')

  function begin(topic: string): TopicPublisher {
    const publisher = new TopicPublisher({ me, topic, nats, nextSeq: () => ++seq, onNull: () => end(topic), onError })
    publishers.set(topic, publisher)
    publisher.unsubscribe = [
      link.respond(subjects.teller(topic), SERVERS, () => tell(topic)),
      link.subscribe(subjects.state(topic), (text) => {
        if ((toldOf(text)?.teller ?? me) < me) end(topic)
      }),
    ]
    hub.join(publisher, topic)
    return publisher
  }

  function end(topic: string): void {
    const publisher = publishers.get(topic)
    if (!publisher) return
    publishers.delete(topic)
    hub.leave(publisher, topic)
    for (const stop of publisher.unsubscribe) stop()
  }

  async function tell(topic: string): Promise<string> {
    const reply = (answer: TellAnswer) => JSON.stringify(answer)
    if (!isPublic(topic)) return reply({ refused: 'unknown-topic' })
    if (!publishers.has(topic) && publishers.size >= MAX_TOLD) return reply({ refused: 'away' })
    const publisher = publishers.get(topic) ?? begin(topic)
    publisher.untilMs = performance.now() + toldForMs
    return reply(await publisher.newest())
  }

  /** Returns the topics whose newest state the edge doesn't have. */
  async function renew(text: string): Promise<string> {
    const renewal = (JSON.parse(text) as Renewal).slice(0, RENEWED_AT_ONCE)
    const untilMs = performance.now() + toldForMs
    const missed = renewal.filter(([topic, seq]) => {
      const publisher = publishers.get(topic)
      if (publisher) publisher.untilMs = untilMs
      return publisher?.seq !== seq
    })
    return JSON.stringify(missed.map(([topic]) => topic))
  }

  async function sessions(text: string): Promise<string> {
    const hashes = (JSON.parse(text) as string[]).map((hash) => Buffer.from(hash, 'base64url'))
    return JSON.stringify((await findUsers(hashes)).map((userId) => userId ?? null))
  }

  async function own(text: string): Promise<string> {
    const reply = (answer: OwnStateAnswer) => JSON.stringify(answer)
    const { topic, tokenHash } = JSON.parse(text) as OwnStateRequest
    const isOwn = sources.some(({ kind, access }) => kind === kindOf(topic) && access === 'self')
    if (!isOwn || !TOPIC.test(topic)) return reply({ refused: 'unknown-topic' })
    if (!TOKEN_HASH.test(tokenHash)) return reply({ refused: 'not-yours' })
    const [userId] = await findUsers([Buffer.from(tokenHash, 'base64url')])
    if (userId === undefined || userId !== idOf(topic)) return reply({ refused: 'not-yours' })
    return reply({ state: await read(topic) })
  }

  const kinds = sources.map(({ kind, access, hasViewers = false, fastestMs = 0 }) => ({
    kind,
    access,
    hasViewers,
    fastestMs,
  }))
  const hello = JSON.stringify({ kinds, viewingKey } satisfies Hello)
  const stops = [
    link.respond(subjects.hello, SERVERS, async () => hello),
    link.respond(subjects.anyTeller, SERVERS, tell),
    link.respond(subjects.renew(me), SERVERS, renew),
    link.respond(subjects.sessions, SERVERS, sessions),
    link.respond(subjects.own, SERVERS, own),
  ]
  const sweeping = setInterval(() => {
    const nowMs = performance.now()
    for (const [topic, { untilMs }] of publishers) if (untilMs < nowMs) end(topic)
  }, renewMs)
  sweeping.unref()

  return {
    get topics() {
      return publishers.size
    },
    close() {
      clearInterval(sweeping)
      for (const stop of stops) stop()
      for (const topic of [...publishers.keys()]) {
        end(topic)
        link.publish(subjects.state(topic), stoppedText(me))
      }
    },
  }
}

interface TopicPublisherOptions {
  me: string
  topic: string
  nats: LiveNats
  nextSeq: () => number
  /** Called after telling that the topic doesn't exist. */
  onNull: () => void
  onError: (error: unknown) => void
}

/** Publishes a topic's states for as long as it exists and an edge watches it. */
class TopicPublisher implements Watcher {
  readonly #options: TopicPublisherOptions
  untilMs = 0
  seq = 0
  unsubscribe: (() => void)[] = []
  #newest: TellAnswer | undefined
  #waiting: (() => void)[] = []

  constructor(options: TopicPublisherOptions) {
    this.#options = options
  }

  write(frame: Buffer): boolean {
    // Edges hear signals from the bus.
    if (!isStateFrame(frame)) return true
    const { me, topic, nats, nextSeq, onNull, onError } = this.#options
    this.seq = nextSeq()
    const text = frame.toString()
    const told = { teller: me, seq: this.seq, frame: text }
    let isSent = false
    try {
      isSent = nats.link.publish(nats.subjects.state(topic), toldText(told))
      this.#newest = told
    } catch (error) {
      onError(error)
      this.#newest = { refused: error instanceof MessageTooLarge ? 'too-large' : 'away' }
    }
    for (const resolve of this.#waiting.splice(0)) resolve()
    if (isNullState(text)) onNull()
    return isSent
  }

  async newest(): Promise<TellAnswer> {
    if (!this.#newest) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        setTimeout(resolve, FIRST_STATE_MS).unref()
      })
    }
    const answer: { refused: NoState } = { refused: 'away' }
    return this.#newest ?? answer
  }
}
