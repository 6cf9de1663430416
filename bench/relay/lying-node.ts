import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

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
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    told: () => told,
    lie: (more) => {
      lies = { ...lies, ...more }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
