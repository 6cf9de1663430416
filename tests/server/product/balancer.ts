import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export interface Balancer {
  port: number
  /** Returns whether the last check of this server succeeded. */
  isUp(port: number): boolean
  stop(): Promise<void>
}

interface BalancerPlan {
  ports: readonly number[]
  checkMs: number
}

const CHECK_TIMEOUT_MS = 2_000
const BAD_GATEWAY = 502
const STREAMS = '/api/live?'
const LINE_END = '\r\n'

/** Returns the request's head as it came, but for one response on this connection. */
const headOf = ({ method, url, headers }: IncomingMessage) =>
  [
    `${method} ${url} HTTP/1.1`,
    ...Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`),
    LINE_END,
  ].join(LINE_END)

/**
 * Starts a reverse proxy that asks each server's /readyz every `checkMs` and sends requests in turn to the servers that
 * returned 200. It never retries, so every failure of a server reaches its client, as a 502 or a cut connection.
 */
export async function startBalancer({ ports, checkMs }: BalancerPlan): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const up = new Set<number>()
  let turn = 0

  async function check(port: number): Promise<void> {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) })
      .then(async (response) => {
        await response.arrayBuffer()
        return response.ok
      })
      .catch(() => false)
    if (isReady) up.add(port)
    else up.delete(port)
  }
  const checkAll = () => Promise.all(ports.map(check))
  await checkAll()
  const checks = setInterval(checkAll, checkMs)

  function forward(from: IncomingMessage, to: ServerResponse): void {
    const ready = ports.filter((port) => up.has(port))
    const port = ready[turn++ % Math.max(1, ready.length)]
    if (port === undefined) return void to.writeHead(BAD_GATEWAY).end()
    if (from.url?.startsWith(STREAMS)) return void tunnel(from, to, port)
    const { method, url, headers } = from
    const upstream = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (response) => {
      to.writeHead(response.statusCode ?? BAD_GATEWAY, { ...response.headers, 'x-served-by': String(port) })
      to.flushHeaders()
      response.on('error', () => to.destroy())
      response.pipe(to)
    })
    upstream.on('error', () => {
      if (to.headersSent) to.destroy()
      else to.writeHead(BAD_GATEWAY).end()
    })
    to.on('close', () => upstream.destroy())
    from.pipe(upstream)
  }

  /** Passes a stream on as bytes: parsing and framing it again would cost more than the server itself. */
  function tunnel(from: IncomingMessage, to: ServerResponse, port: number): void {
    const client = from.socket
    const upstream = connect({ host: '127.0.0.1', port })
    upstream.write(headOf(from))
    upstream.once('data', (first) => {
      const afterStatus = first.indexOf(LINE_END) + LINE_END.length
      client.write(first.subarray(0, afterStatus))
      client.write(`x-served-by: ${port}${LINE_END}`)
      client.write(first.subarray(afterStatus))
      upstream.pipe(client)
    })
    upstream.on('error', () => {})
    upstream.on('close', () => {
      if (upstream.bytesRead > 0) client.destroySoon()
      else to.writeHead(BAD_GATEWAY).end()
    })
    to.on('close', () => upstream.destroy())
  }

  // Clients close unused connections. If the proxy did, a request could meet a connection that is being closed.
  const server = createServer({ keepAliveTimeout: 0 }, forward)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    isUp: (port) => up.has(port),
    async stop() {
      clearInterval(checks)
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      agent.destroy()
    },
  }
}
