import { createServer, type RequestListener, type ServerResponse } from 'node:http'
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

export interface OddServer {
  url: string
  open(): number
  asked: string[]
  close(): void
}

export async function startOddServer(listener: RequestListener): Promise<OddServer> {
  let open = 0
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    open++
    response.on('close', () => open--)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => open,
    asked,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
