import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from './figures.ts'

export interface Load {
  port: number
  path: string
  headers?: Record<string, string>
  connections: number
  post?: (connection: number) => { headers: Record<string, string>; body: string }
  seconds: number
}

const WARM_UP_MS = 1_000
const OK = Buffer.from('HTTP/1.1 200')
const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * Sends requests to one address of this machine as fast as it responds, each connection waiting for its response. Uses
 * bare sockets, because the client must cost less than the server. Each connection repeats the same request.
 * `onMeasuring` is called after the warm-up. Throws on any status but 200.
 */
export async function httpLoad(load: Load, onMeasuring: () => Promise<void>) {
  const latencies: number[] = []
  let [isMeasuring, isDone] = [false, false]
  const clients = Array.from({ length: load.connections }, (_, index) => client(requestOf(load, index)))
  await pause(WARM_UP_MS)
  await onMeasuring()
  isMeasuring = true
  const startedMs = performance.now()
  await pause(load.seconds * 1_000)
  const elapsedMs = performance.now() - startedMs
  isDone = true
  await Promise.all(clients)
  return {
    requests: latencies.length,
    perSecond: (latencies.length / elapsedMs) * 1_000,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  }

  function client(request: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true })
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
        if (!pending.subarray(0, OK.length).equals(OK)) return reject(new Error(pending.toString('latin1', 0, 300)))
        if (isMeasuring && !isDone) latencies.push(performance.now() - sentMs)
        pending = pending.subarray(length)
        if (!isDone) return send()
        socket.destroy()
        resolve()
      })
    })
  }
}

function requestOf({ port, path, headers, post }: Load, connection: number): Buffer {
  const { body = '', headers: own } = post?.(connection) ?? {}
  const type = post && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ host: `localhost:${port}`, ...headers, ...own, ...type }).map((line) =>
    line.join(': '),
  )
  return Buffer.from([`${post ? 'POST' : 'GET'} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'))
}

/** Returns the length of a whole response, or undefined until its head is there. */
function answerLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return undefined
  const [, length = '0'] = /content-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end)) ?? []
  return end + HEAD_END.length + Number(length)
}
