import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CollectedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  kind: number
  isError: boolean
  attributes: Record<string, string | number>
}

interface Sent {
  resourceSpans: {
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes' | 'isError'> & {
        status?: { code?: number }
        attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
      })[]
    }[]
  }[]
}

/**
 * Starts a collector of traces on loopback. `answer` decides the status of each export; `null` leaves it without a
 * response.
 */
export async function collector(answer: () => number | null = () => 200) {
  const bodies: string[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      bodies.push(Buffer.concat(parts).toString())
      paths.push(`${request.method} ${request.url}`)
      const status = answer()
      if (status !== null) response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    paths,
    spans: (): CollectedSpan[] =>
      bodies
        .flatMap((body) => (JSON.parse(body) as Sent).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ name, traceId, spanId, parentSpanId, kind, status, attributes }) => ({
          name,
          traceId,
          spanId,
          parentSpanId: parentSpanId || undefined,
          kind,
          isError: status?.code === 2,
          attributes: Object.fromEntries(
            attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
          ),
        })),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
