import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { notify } from './store.ts'

export interface Bus {
  /** Queues an item for the other servers; batched. Never throws and never waits. */
  post(kind: string, item: string): void
  onItem(listener: (kind: string, item: string) => void): void
  onGap(listener: () => void): void
  close(): Promise<void>
}

const CHANNEL = 'aura_live'
/** PostgreSQL's limit is 8,000 bytes. */
const MAX_BYTES = 7_500
/** Minimum interval of a server's notifications: the first is sent at once, later ones are batched. */
const GATHER_MS = 100
const RETRY_MS = 1_000

/** Uses LISTEN and NOTIFY outside transactions. The embedded database has one server, so its bus sends nothing. */
export function openBus(db: Db, { onError = () => {} }: { onError?: (error: unknown) => void } = {}): Bus {
  if (!db.listen) return { post() {}, onItem() {}, onGap() {}, async close() {} }
  const me = randomUUID().slice(0, 8)
  const waiting = new Map<string, Set<string>>()
  const listeners: ((kind: string, item: string) => void)[] = []
  const gapListeners: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  let nextAtMs = 0
  let sending: Promise<void> = Promise.resolve()
  let isClosed = false

  const stopListening = db.listen(CHANNEL, {
    onMessage(payload) {
      const [from, kind = '', ...items] = payload.split(' ')
      if (from === me) return
      for (const listener of listeners) for (const item of items) listener(kind, item)
    },
    onGap: () => {
      for (const listener of gapListeners) listener()
    },
    onError,
  })

  function schedule(ms: number): void {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      sending = send()
    }, ms)
  }

  async function send(): Promise<void> {
    nextAtMs = performance.now() + GATHER_MS
    const batch = [...waiting]
    waiting.clear()
    for (const [kind, items] of batch) {
      for (const payload of payloads(`${me} ${kind}`, items)) {
        try {
          await notify(db, CHANNEL, payload)
        } catch (error) {
          onError(error)
          for (const item of payload.split(' ').slice(2)) waitFor(kind, item)
          schedule(RETRY_MS)
        }
      }
    }
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
      await sending
      await send()
      await stopListening()
    },
  }
}

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
