import { text } from 'node:stream/consumers'
import { serveLocally } from '../../tests/server/local-server.ts'

/** The false result, or error, that replaces a node's own. */
type Lie = { result: unknown } | { error: { code: number; message: string } }

/** Starts a node that passes everything on to an honest one. `lie` makes the next call of each method a lie. */
export async function startLyingNode(honestUrl: string) {
  let lies: Record<string, Lie> = {}
  let told = 0
  const { url, close } = await serveLocally(async (request, response) => {
    const body = await text(request)
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    const lie = lies[method]
    response.setHeader('content-type', 'application/json')
    if (lie) {
      delete lies[method]
      told++
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...lie }))
      return
    }
    const honest = await fetch(honestUrl, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    response.end(await honest.text())
  })
  return {
    ...{ url, close },
    told: () => told,
    lie(more: Readonly<Record<string, Lie>>) {
      lies = { ...lies, ...more }
    },
  }
}
