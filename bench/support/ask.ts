import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export const BENCH_ORIGIN = 'http://bench.test'

/** A request as a proxy forwards it. */
export interface Asked {
  port: number
  path: string
  from: string
  method?: string
  cookie?: string
  body?: unknown
  headers?: Record<string, string>
  agent: Agent
}

/** Status 0 means no response, or a truncated one. Time is until the last byte. */
export interface Asking {
  status: number
  ms: number
  text: string
  /** Cookies that the response sets, in the form a browser sends them back. */
  cookie: string
}

/**
 * Returns an agent that keeps connections alive, as a reverse proxy does. It opens at most `maxSockets` at once; a request's
 * time includes its wait for one.
 */
export const newAgent = (maxSockets = Number.POSITIVE_INFINITY): Agent => new Agent({ keepAlive: true, maxSockets })

const GIVEN_UP_MS = 30_000
const AGAIN_MS = 100
const UNHEARD_MS = 60_000

export const headersOf = ({ from, cookie, body, headers }: Omit<Asked, 'agent' | 'port' | 'path'>) => ({
  host: new URL(BENCH_ORIGIN).host,
  origin: BENCH_ORIGIN,
  'x-forwarded-for': from,
  ...(cookie ? { cookie } : {}),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...headers,
})

/** Sends a request. Never throws. */
export function ask(asked: Asked, isKept = false): Promise<Asking> {
  const { port, path, method = 'GET', body, agent } = asked
  const beganMs = performance.now()
  return new Promise((resolve) => {
    const end = (status: number, text = '', cookie = '') =>
      resolve({ status, ms: performance.now() - beganMs, text, cookie })
    const options = { host: '127.0.0.1', port, path, method, agent, headers: headersOf(asked), timeout: GIVEN_UP_MS }
    const sent = request(options, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => isKept && pieces.push(piece))
      const cookie = (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
      response.on('end', () => end(response.statusCode ?? 0, Buffer.concat(pieces).toString(), cookie))
      response.on('error', () => end(0))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => end(0))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Sends a request again, as a page does, while the server or its database is away. Its time includes all attempts. Throws after a minute. */
export async function askUntilHeard(asked: Asked): Promise<Asking> {
  const beganMs = performance.now()
  for (;;) {
    const reply = await ask(asked, true)
    const ms = performance.now() - beganMs
    if (reply.status > 0 && reply.status !== 503) return { ...reply, ms }
    if (ms > UNHEARD_MS) throw new Error(`${asked.path} was not answered (${reply.status})`)
    await pause(AGAIN_MS)
  }
}
