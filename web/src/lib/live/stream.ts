import { sseReader } from './sse.ts'

/** The newest state of a topic, as the server's `LiveEvent` says. */
export interface LiveState {
  topic: string
  version: number
  state: Record<string, unknown> | null
  /** What is asked for because of it is asked for within this time: many are told the same. */
  jitterMs?: number
}

/** What happened just now on a topic, how often of each name. It is told once and kept nowhere. */
export interface LiveSignal {
  topic: string
  counts: Record<string, number>
}

/** Why a stream is over. `refused` carries the answer's status; `lost` is the network, or silence. */
export type StreamEnd = { kind: 'session' | 'shutdown' | 'lost' } | { kind: 'refused'; status: number }

interface StreamOptions {
  topics: readonly string[]
  /** Ids of the newest states seen, which need not be sent again. */
  seen: readonly string[]
  signal: AbortSignal
  onOpen: () => void
  onState: (state: LiveState) => void
  onSignal: (signal: LiveSignal) => void
  /** Anything arrived, if only a sign of life. */
  onLife: () => void
}

/** The server sends something every 15 seconds. */
const SILENCE_MS = 40_000

/** Follows topics until the stream ends, and tells why it did. Never throws; aborted, it says `lost`. */
export async function followStream(options: StreamOptions): Promise<StreamEnd> {
  const { topics, seen, signal, onOpen, onState, onSignal, onLife } = options
  const silence = new AbortController()
  let lastLifeMs = Date.now()
  const watch = setInterval(() => {
    // By the clock, not by counting: timers stand still while a computer sleeps.
    if (Date.now() - lastLifeMs > SILENCE_MS) silence.abort()
  }, 5_000)
  let end: StreamEnd = { kind: 'lost' }
  try {
    const response = await fetch(`/api/live?topics=${encodeURIComponent(topics.join(','))}`, {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { accept: 'text/event-stream', ...(seen.length > 0 ? { 'last-event-id': seen.join(' ') } : {}) },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || !response.body) return { kind: 'refused', status: response.status }
    onOpen()
    const read = sseReader(({ name, data }) => {
      if (name === 'end') end = { kind: JSON.parse(data).reason === 'session' ? 'session' : 'shutdown' }
      else if (name === 'signal') onSignal(JSON.parse(data) as LiveSignal)
      else if (name === 'message') onState(JSON.parse(data) as LiveState)
    })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return end
      lastLifeMs = Date.now()
      onLife()
      read(value)
    }
  } catch {
    return end
  } finally {
    clearInterval(watch)
  }
}
