import { text } from 'node:stream/consumers'
import { serveLocally } from '../../tests/server/local-server.ts'

interface Asked {
  id: number
  method: string
  params: unknown[]
}

/** The false result, or error, that replaces a node's own. */
type Lie = { result: unknown } | { error: { code: number; message: string } }

export interface LyingNode {
  url: string
  /** Number of lies that were told. */
  told(): number
  /** Makes the next call of each method a lie. */
  lie(lies: Readonly<Record<string, (asked: Asked) => Lie>>): void
  close(): void
}

/** Starts a node that passes everything on to an honest one, except for the lies. */
export async function startLyingNode(honestUrl: string): Promise<LyingNode> {
  let lies: Record<string, (asked: Asked) => Lie> = {}
  let told = 0
  const { url, close } = await serveLocally(async (request, response) => {
    const body = await text(request)
    const asked = JSON.parse(body) as Asked
    const lie = lies[asked.method]
    response.setHeader('content-type', 'application/json')
    if (lie) {
      delete lies[asked.method]
      told++
      response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...lie(asked) }))
      return
    }
    const honest = await fetch(honestUrl, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    response.end(await honest.text())
  })
  return {
    ...{ url, close },
    told: () => told,
    lie: (more) => {
      lies = { ...lies, ...more }
    },
  }
}
