import { anySignal } from '../any-signal.ts'
import { sseReader } from './sse.ts'

export interface LiveState {
  topic: string
  version: number
  state: Record<string, unknown> | null
  /** Time over which the refetches it causes are spread, because many clients get the same event. */
  jitterMs?: number
}

/** Signals of a topic with the count of each name. Sent once and never stored. */
export interface LiveSignal {
  topic: string
  counts: Record<string, number>
}

/** Reason a stream ended. `refused` carries the HTTP status; `lost` is a network failure or silence. */
export type StreamEnd = { kind: 'session' | 'shutdown' | 'lost' } | { kind: 'refused'; status: number }

interface StreamOptions {
  topics: readonly string[]
  /** Ids of the newest states seen, which are not sent again. */
  seen: readonly string[]
  signal: AbortSignal
  onOpen: () => void
  onState: (state: LiveState) => void
  onSignal: (signal: LiveSignal) => void
  onLife: () => void
}

/** The server sends something every 15 seconds. */
const SILENCE_MS = 40_000

/** Follows topics until the stream ends. Returns the reason, `lost` when aborted. Never throws. */
export async function followStream(options: StreamOptions): Promise<StreamEnd> {
  const { topics, seen, signal, onOpen, onState, onSignal, onLife } = options
  const silence = new AbortController()
  let lastLifeMs = Date.now()
  const watch = setInterval(() => {
    // Compares clock times instead of counting ticks, because timers pause while a computer sleeps.
    if (Date.now() - lastLifeMs > SILENCE_MS) silence.abort()
  }, 5_000)
  let end: StreamEnd = { kind: 'lost' }
  try {
    const response = await fetch(`/api/live?topics=${encodeURIComponent(topics.join(','))}`, {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { accept: 'text/event-stream', ...(seen.length > 0 ? { 'last-event-id': seen.join(' ') } : {}) },
      signal: anySignal(signal, silence.signal),
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
