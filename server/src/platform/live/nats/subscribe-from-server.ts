import { AppError } from '../../app-error.ts'
import { isNullState, stateOfFrame } from '../frames.ts'
import { kindOf } from '../source.ts'
import {
  type Hello,
  isStoppedBy,
  type OwnStateAnswer,
  RENEWED_AT_ONCE,
  type Renewal,
  type TellAnswer,
  type Told,
  toldOf,
  type WatchableKind,
} from './edge-protocol.ts'
import type { LiveNats } from './live-nats.ts'
import { Turns } from './turns.ts'

type State = Record<string, unknown> | null

interface HearStatesOptions {
  nats: LiveNats
  renewMs: number
  /** Returns the number of streams that watch the topic. */
  watching: (topic: string) => number
  /** Returns the hash of an open session of that topic's user, if there is one. */
  tokenHashFor: (topic: string) => Uint8Array | undefined
  /** Called when the next read of this topic has something new. */
  onNews: (topic: string) => void
  onError: (error: unknown) => void
}

interface Heard {
  unsubscribe: () => void
  /** Undefined until a server told the state, which isn't null: topics that don't exist aren't told. */
  told: { teller: string; seq: number; version: number; state: NonNullable<State> } | undefined
  /** Whether the teller failed to respond lately. */
  isTellerAway: boolean
}

const HELLO_MS = 5_000
const HELLO_LASTS_MS = 2.5 * HELLO_MS
const ASK_MS = 3_000
/** Concurrent questions of each kind, so that thousands of topics reach the servers in turn after an outage. */
const ASKED_AT_ONCE = 64
const UNWATCHED = 'nobody watches the topic'

/** An edge's states. Servers tell each of them once; the edge asks again if one may have been missed. */
export class ServerSubscription {
  readonly #options: HearStatesOptions
  readonly #heard = new Map<string, Heard>()
  readonly #waiting: (() => void)[] = []
  /** Separate queues, because clients can invent topics, and sessions and users' own states mustn't wait for those. */
  readonly #turns = {
    sessions: new Turns(ASKED_AT_ONCE),
    own: new Turns(ASKED_AT_ONCE),
    told: new Turns(ASKED_AT_ONCE),
  }
  readonly #timers: NodeJS.Timeout[]
  readonly #stopConnect: () => void
  #hello: Hello = { kinds: [], viewingKey: '' }
  #greetedAtMs = Number.NEGATIVE_INFINITY

  constructor(options: HearStatesOptions) {
    this.#options = options
    this.#stopConnect = options.nats.link.onConnect(() => {
      void this.#greet()
      for (const resolve of this.#waiting.splice(0)) resolve()
    })
    if (options.nats.link.isConnected) void this.#greet()
    this.#timers = [
      setInterval(() => void this.#greet(), HELLO_MS),
      setInterval(() => void this.#renew().catch(options.onError), options.renewMs),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  /** Kinds of topics; empty until a server responded. */
  get kinds(): readonly WatchableKind[] {
    return this.#hello.kinds
  }

  /** Key for the hashes of viewers. */
  get viewingKey(): string {
    return this.#hello.viewingKey
  }

  /** Whether a server responded lately. */
  get isReady(): boolean {
    return performance.now() - this.#greetedAtMs < HELLO_LASTS_MS
  }

  /** Returns the users of sessions. Rejects with UNAVAILABLE while no server responds. */
  async findUsers(tokenHashes: readonly Uint8Array[]): Promise<(string | undefined)[]> {
    const hashes = tokenHashes.map((hash) => Buffer.from(hash).toString('base64url'))
    const ask = () => this.#request(this.#subjects.sessions, JSON.stringify(hashes))
    try {
      const users = JSON.parse(await this.#turns.sessions.run(ask)) as (string | null)[]
      return users.map((userId) => userId ?? undefined)
    } catch {
      throw new AppError('UNAVAILABLE')
    }
  }

  /** Returns the newest state of a topic, once NATS is connected. Rejects if no server tells it or nobody watches it. */
  async read(topic: string): Promise<State> {
    if (!this.#options.nats.link.isConnected) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    const told = this.#heard.get(topic)?.told
    if (told) return told.state
    if (this.#isOwn(topic)) return this.#turns.own.run(() => this.#readOwn(topic))
    return this.#turns.told.run(() => this.#readTold(topic))
  }

  /** Returns when a server read the newest state, if this edge was told it. */
  readAtMs(topic: string): number | undefined {
    return this.#heard.get(topic)?.told?.version
  }

  /** Handles a change of the topic by a server. Public topics are told, unless they didn't exist so far. */
  changed(topic: string): void {
    if (this.#isOwn(topic) || !this.#heard.get(topic)?.told) this.#options.onNews(topic)
  }

  /** Makes the next read ask, because states may have been missed. */
  forget(): void {
    for (const heard of this.#heard.values()) heard.told = undefined
  }

  close(): void {
    this.#stopConnect()
    for (const timer of this.#timers) clearInterval(timer)
    for (const { unsubscribe } of this.#heard.values()) unsubscribe()
    this.#heard.clear()
  }

  get #subjects() {
    return this.#options.nats.subjects
  }

  #isOwn(topic: string): boolean {
    return this.kinds.some(({ kind, access }) => kind === kindOf(topic) && access === 'self')
  }

  async #greet(): Promise<void> {
    try {
      this.#hello = JSON.parse(await this.#options.nats.link.request(this.#subjects.hello, '', ASK_MS)) as Hello
      this.#greetedAtMs = performance.now()
    } catch (error) {
      if (this.isReady) this.#options.onError(error)
    }
  }

  async #readOwn(topic: string): Promise<State> {
    const hash = this.#options.tokenHashFor(topic)
    if (!hash) throw new Error(UNWATCHED)
    const tokenHash = Buffer.from(hash).toString('base64url')
    const text = await this.#request(this.#subjects.own, JSON.stringify({ topic, tokenHash }))
    const answer = JSON.parse(text) as OwnStateAnswer
    if ('refused' in answer) throw new Error(`a server refused the state: ${answer.refused}`)
    return answer.state
  }

  async #readTold(topic: string): Promise<State> {
    // Its viewers may have left before its turn.
    if (this.#options.watching(topic) === 0) throw new Error(UNWATCHED)
    const heard = this.#heard.get(topic) ?? this.#hear(topic)
    const frame = heard.told ? '' : await this.#askToTell(topic, heard)
    if (heard.told) return heard.told.state
    if (!isNullState(frame)) throw new Error('there is no state')
    this.#drop(topic)
    return null
  }

  #hear(topic: string): Heard {
    const unsubscribe = this.#options.nats.link.subscribe(this.#subjects.state(topic), (text) => {
      const told = toldOf(text)
      if (told ? this.#accept(topic, told) : this.#isStopped(topic, text)) this.#options.onNews(topic)
    })
    const heard: Heard = { unsubscribe, told: undefined, isTellerAway: false }
    this.#heard.set(topic, heard)
    return heard
  }

  /** Accepts a told state. Returns whether it is new. Of two tellers the one with the smaller id stays. */
  #accept(topic: string, { teller, seq, frame }: Told): boolean {
    const heard = this.#heard.get(topic)
    if (!heard) return false
    const { told } = heard
    if (told && (teller > told.teller || (teller === told.teller && seq <= told.seq))) return false
    const { version, state } = stateOfFrame(frame)
    heard.told = state === null ? undefined : { teller, seq, version, state }
    // The response already says null, so hearing it must not make the edge ask again.
    return state !== null || told !== undefined
  }

  #drop(topic: string): void {
    this.#heard.get(topic)?.unsubscribe()
    this.#heard.delete(topic)
  }

  /** Handles the end of its teller, after which the next read asks another. Returns whether the text said so. */
  #isStopped(topic: string, text: string): boolean {
    const heard = this.#heard.get(topic)
    if (!heard?.told || !isStoppedBy(text, heard.told.teller)) return false
    heard.told = undefined
    return true
  }

  /**
   * Asks a server to tell the topic. Accepts the told frame and returns it. A server that hangs still counts as the
   * teller until NATS gives it up, so any other may be asked.
   */
  async #askToTell(topic: string, heard: Heard): Promise<string> {
    const { teller, anyTeller } = this.#subjects
    const text = heard.isTellerAway ? undefined : await this.#request(teller(topic), topic).catch(() => undefined)
    heard.isTellerAway = text === undefined
    const answer = JSON.parse(text ?? (await this.#request(anyTeller, topic))) as TellAnswer
    heard.isTellerAway = false
    if ('refused' in answer) throw new Error(`a server refused the state: ${answer.refused}`)
    this.#accept(topic, answer)
    return answer.frame
  }

  #request(subject: string, text: string): Promise<string> {
    return this.#options.nats.link.request(subject, text, ASK_MS)
  }

  /** Asks again for states lost with a message or with their teller, and forgets unwatched topics. */
  async #renew(): Promise<void> {
    const byTeller = new Map<string, Renewal>()
    for (const [topic, { told }] of this.#heard) {
      if (this.#options.watching(topic) === 0) this.#drop(topic)
      else if (told) {
        const renewal = byTeller.get(told.teller) ?? []
        byTeller.set(told.teller, renewal)
        renewal.push([topic, told.seq])
      }
    }
    if (!this.#options.nats.link.isConnected) return
    await Promise.all([...byTeller].map(([teller, renewal]) => this.#renewOf(teller, renewal)))
  }

  /** Renews the topics of a teller. It asks one question after another, so it needs no turn. */
  async #renewOf(teller: string, renewal: Renewal): Promise<void> {
    for (let start = 0; start < renewal.length; start += RENEWED_AT_ONCE) {
      const batch = renewal.slice(start, start + RENEWED_AT_ONCE)
      const missed = await this.#request(this.#subjects.renew(teller), JSON.stringify(batch)).then(
        (text) => JSON.parse(text) as string[],
        () => 'away' as const,
      )
      const asked = new Map(batch)
      for (const topic of missed === 'away' ? asked.keys() : missed) {
        const heard = this.#heard.get(topic)
        // A state that arrived meanwhile makes the response redundant.
        if (!heard?.told || heard.told.teller !== teller || heard.told.seq !== asked.get(topic)) continue
        heard.told = undefined
        heard.isTellerAway = missed === 'away'
        this.#options.onNews(topic)
      }
    }
  }
}
