import { buffer } from 'node:stream/consumers'
import { serveLocally } from '../../local-server.ts'

export interface CuttableRpc {
  url: string
  cut(): void
  /** Accepts requests and answers none. */
  hang(): void
  /** Ends both. */
  mend(): void
  stop(): void
}

/** A proxy to a node. Cutting it breaks every connection, including those in use; what hung is cut when it ends. */
export async function cuttableRpc(nodeUrl: string): Promise<CuttableRpc> {
  let isCut = false
  let hanging: PromiseWithResolvers<never> | null = null
  const { url, cut, close } = await serveLocally(async (request, response) => {
    try {
      if (isCut) throw new Error('cut')
      const answer = await fetch(nodeUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: await buffer(request),
      })
      const text = await answer.text()
      if (isCut) throw new Error('cut')
      await hanging?.promise
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    } catch {
      request.socket.destroy()
    }
  })
  return {
    url,
    cut() {
      isCut = true
      cut()
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
    stop: close,
  }
}
