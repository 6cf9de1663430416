import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { outsideCalls } from '../db/per-call-db.ts'
import type { LiveNats } from './nats/live-nats.ts'
import { notify } from './store.ts'

export interface Bus {
  /** Queues an item for the other servers; batched. Never throws and never waits. */
  post(kind: string, item: string): void
  onItem(listener: (kind: string, item: string) => void): void
  onGap(listener: () => void): void
  close(): Promise<void>
}

/** The first word of an item's kind. `relayed` is for live edges, which have no database: a change heard by LISTEN. */
export type BusWord = 'changed' | 'signal' | 'seen' | 'left' | 'relayed'
const SERVER_WORDS: readonly BusWord[] = ['changed', 'signal', 'seen', 'left']

interface BusOptions {
  /** Null uses LISTEN and NOTIFY alone. */
  nats?: LiveNats | null
  hears?: readonly BusWord[]
  onError?: (error: unknown) => void
}

/** A transport to the other servers. */
interface Way {
  isOpen(): boolean
  /** Rejects if the payload was not sent. */
  send(payload: string): Promise<void>
  /** Starts listening. Returns a function that stops it. */
  hear(onMessage: (payload: string) => void, onGap: () => void): () => Promise<void> | void
}

const CHANNEL = 'aura_live'
/** PostgreSQL's limit is 8,000 bytes. */
const MAX_BYTES = 7_500
/** Minimum interval of a server's notifications: the first is sent at once, later ones are batched. */
const GATHER_MS = 100
const RETRY_MS = 1_000
/** Interval of reading watched states while NATS is away, when other servers may hear each other but not this one. */
const AWAY_READ_MS = 5_000
/** Longer than a dead connection to NATS can seem alive; see `NatsLink`. */
const UNSURE_MS = 12_000
const MAX_UNSURE = 20_000

/** Uses LISTEN and NOTIFY outside transactions. */
const notifyWay = (db: Db, listen: NonNullable<Db['listen']>, onError: (error: unknown) => void): Way => ({
  isOpen: () => true,
  send: (payload) => notify(db, CHANNEL, payload),
  hear: (onMessage, onGap) => listen(CHANNEL, { onMessage, onGap, onError }),
})

const wordOf = (payload: string) => payload.split(' ', 2)[1]?.split('/')[0] ?? ''

const natsWay = ({ link, subjects }: LiveNats, hears: readonly BusWord[]): Way => ({
  isOpen: () => link.isConnected,
  async send(payload) {
    if (!link.publish(subjects.bus(wordOf(payload)), payload)) throw new Error('NATS is away')
  },
  hear(onMessage, onGap) {
    const stops = hears.map((word) => link.subscribe(subjects.bus(word), onMessage))
    stops.push(link.onConnect(onGap))
    return () => {
      for (const stop of stops) stop()
    }
  },
})

/**
 * Opens a bus that sends over NATS while it is connected, else by NOTIFY. Changes sent shortly before NATS was lost are
 * sent once more, since a dead connection swallows them. Listens to both, because servers that lost NATS and programs
 * without it notify. Without NATS and `listen` it sends nothing. `db` is null if there is none.
 */
export function openBus(
  db: Db | null,
  { nats = null, hears = SERVER_WORDS, onError = () => {} }: BusOptions = {},
): Bus {
  const overNats = nats && natsWay(nats, hears)
  const overNotify = db?.listen ? notifyWay(db, db.listen.bind(db), onError) : null
  const ways = [overNats, overNotify].filter((way) => way !== null)
  if (ways.length === 0) return { post() {}, onItem() {}, onGap() {}, async close() {} }
  const me = randomUUID().slice(0, 8)
  const waiting = new Map<string, Set<string>>()
  /** Changes recently sent over NATS with their times, oldest first. */
  const unsure = new Map<string, number>()
  const listeners: ((kind: string, item: string) => void)[] = []
  const gapListeners: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  let nextAtMs = 0
  let sending: Promise<void> = Promise.resolve()
  let isClosed = false

  const onMessage = (payload: string) => {
    const [from, kind = '', ...items] = payload.split(' ')
    if (from === me) return
    for (const listener of listeners) for (const item of items) listener(kind, item)
  }
  const onNotified = (payload: string) => {
    onMessage(payload)
    const isMine = payload.startsWith(`${me} `)
    if (nats && !isMine && wordOf(payload) === 'changed') nats.link.publish(nats.subjects.bus('relayed'), payload)
  }
  const onGap = () => {
    for (const listener of gapListeners) listener()
  }
  const onNatsBack = () => {
    repeatUnsure()
    onGap()
  }
  const stopsHearing = [overNats?.hear(onMessage, onNatsBack), overNotify?.hear(onNotified, onGap)]
  const away = setInterval(() => {
    if (!overNotify || overNats?.isOpen() !== false) return
    repeatUnsure()
    onGap()
  }, AWAY_READ_MS)
  away.unref()

  function schedule(ms: number): void {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      // The call that posts first is not charged for all notifications.
      sending = outsideCalls(send)
    }, ms)
  }

  async function send(): Promise<void> {
    nextAtMs = performance.now() + GATHER_MS
    const batch = [...waiting]
    waiting.clear()
    for (const [kind, items] of batch) {
      for (const payload of payloads(`${me} ${kind}`, items)) {
        const way = ways.find((each) => each.isOpen())
        try {
          await way?.send(payload)
          if (way === overNats && kind === 'changed') rememberUnsure(payload)
        } catch (error) {
          onError(error)
          sendAgain(kind, payload)
        }
        // Signals and sightings have no value later.
        if (!way && kind === 'changed') sendAgain(kind, payload)
      }
    }
  }

  function sendAgain(kind: string, payload: string): void {
    for (const item of itemsOf(payload)) waitFor(kind, item)
    schedule(RETRY_MS)
  }

  /**
   * Remembers a change sent over NATS. Forgets old ones only while NATS is connected, so that after an outage of any
   * length the changes before it are sent again.
   */
  function rememberUnsure(payload: string): void {
    const nowMs = performance.now()
    for (const item of itemsOf(payload)) {
      unsure.delete(item)
      unsure.set(item, nowMs)
    }
    for (const [item, sentAtMs] of unsure) {
      if (nowMs - sentAtMs < UNSURE_MS && unsure.size <= MAX_UNSURE) break
      unsure.delete(item)
    }
  }

  function repeatUnsure(): void {
    if (unsure.size === 0) return
    for (const item of unsure.keys()) waitFor('changed', item)
    unsure.clear()
    schedule(0)
  }

  function waitFor(kind: string, item: string): void {
    const items = waiting.get(kind)
    if (items) items.add(item)
    else waiting.set(kind, new Set([item]))
  }

  return {
    post(kind, item) {
      if (isClosed) return
      waitFor(kind, item)
      schedule(Math.max(0, nextAtMs - performance.now()))
    },
    onItem(listener) {
      listeners.push(listener)
    },
    onGap(listener) {
      gapListeners.push(listener)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(away)
      await sending
      await send()
      await Promise.all(stopsHearing.map((stop) => stop?.()))
    },
  }
}

const itemsOf = (payload: string) => payload.split(' ').slice(2)

function* payloads(head: string, items: Iterable<string>): Generator<string> {
  let text = head
  for (const item of items) {
    if (Buffer.byteLength(text) + Buffer.byteLength(item) + 1 > MAX_BYTES) {
      yield text
      text = head
    }
    text += ` ${item}`
  }
  if (text !== head) yield text
}
