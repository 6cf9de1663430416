import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from './figures.ts'

export interface Load {
  port: number
  path: string
  headers: Record<string, string>
  connections: number
  post?: (connection: number) => { headers: Record<string, string>; body: string }
  seconds: number
}

export interface LoadResult {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/**
 * Sends requests to one address of this machine as fast as it responds, each connection waiting for its response. Uses
 * bare sockets, because the client must cost less than the server. Each connection repeats the same request.
 * `onMeasuring` is called after the warm-up. Throws on any status but 200.
 */
export async function httpLoad(load: Load, onMeasuring: () => Promise<void> = async () => {}): Promise<LoadResult> {
  const { port, connections, seconds } = load
  const latencies: number[] = []
  const state = { isMeasuring: false, isDone: false }
  const clients = Array.from({ length: connections }, (_, i) => client(port, requestOf(load, i), latencies, state))
  await pause(WARM_UP_MS)
  await onMeasuring()
  state.isMeasuring = true
  const startedMs = performance.now()
  await pause(seconds * 1_000)
  const elapsedMs = performance.now() - startedMs
  state.isDone = true
  await Promise.all(clients)
  return {
    requests: latencies.length,
    perSecond: (latencies.length / elapsedMs) * 1_000,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  }
}

const WARM_UP_MS = 1_000

function requestOf({ port, path, headers, post }: Load, connection: number): Buffer {
  const posted = post?.(connection)
  const all = {
    host: `localhost:${port}`,
    ...headers,
    ...posted?.headers,
    ...(posted && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(posted.body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(
    `${posted ? 'POST' : 'GET'} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${posted?.body ?? ''}`,
  )
}

function client(
  port: number,
  request: Buffer,
  latencies: number[],
  state: { isMeasuring: boolean; isDone: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let pending = Buffer.alloc(0)
    let sentMs = 0
    const send = () => {
      sentMs = performance.now()
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const length = answerLength(pending)
      if (length === undefined || pending.length < length) return
      if (!pending.subarray(0, 12).equals(OK)) return reject(new Error(pending.toString('latin1', 0, 300)))
      if (state.isMeasuring && !state.isDone) latencies.push(performance.now() - sentMs)
      pending = pending.subarray(length)
      if (!state.isDone) return send()
      socket.destroy()
      resolve()
    })
  })
}

const OK = Buffer.from('HTTP/1.1 200')
const HEAD_END = Buffer.from('\r\n\r\n')

/** Returns the length of a whole response, or undefined until its head is there. */
function answerLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return undefined
  const match = /content-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end))
  return end + 4 + Number(match?.[1] ?? 0)
}
