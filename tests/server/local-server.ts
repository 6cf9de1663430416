import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export const MISBEHAVIOURS: Record<'silent' | 'stalled' | 'endless', (response: ServerResponse) => void> = {
  silent: () => undefined,
  stalled: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
  endless: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(64 * 1024)));
    }
    response.on('drain', more)
    more()
  },
}

export interface LocalServer {
  url: string
  port: number
  open(): number
  asked: string[]
  /** Ends every connection. */
  cut(): void
  /** Ends every connection, and the server. */
  close(): void
}

/** Serves on a free port of this machine, with https if given a certificate. */
export async function serveLocally(
  listener: RequestListener,
  tls?: { cert: string; key: string },
): Promise<LocalServer> {
  let open = 0
  const asked: string[] = []
  const serve: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    open++
    response.on('close', () => open--)
    listener(request, response)
  }
  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    open: () => open,
    asked,
    cut: () => server.closeAllConnections(),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
