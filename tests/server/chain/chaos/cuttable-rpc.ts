import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CuttableRpc {
  url: string
  cut(): void
  /** Accepts requests and answers none. */
  hang(): void
  /** Ends both. */
  mend(): void
  stop(): Promise<void>
}

/** A proxy to a node. Cutting it breaks every connection, including those in use; what hung is cut when it ends. */
export async function cuttableRpc(nodeUrl: string): Promise<CuttableRpc> {
  let isCut = false
  let hanging: PromiseWithResolvers<never> | null = null
  const server = createServer(async (request, response) => {
    try {
      if (isCut) throw new Error('cut')
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const answer = await fetch(nodeUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.concat(parts),
      })
      const text = await answer.text()
      if (isCut) throw new Error('cut')
      await hanging?.promise
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    } catch {
      request.socket.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      server.closeAllConnections()
    },
    hang() {
      hanging = Promise.withResolvers()
      // Requests may all have ended by then.
      hanging.promise.catch(() => {})
    },
    mend() {
      isCut = false
      hanging?.reject(new Error('it hung'))
      hanging = null
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
