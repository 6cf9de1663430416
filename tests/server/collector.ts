import { text } from 'node:stream/consumers'
import { serveLocally } from './local-server.ts'

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
  const { url, asked, close } = await serveLocally(async (request, response) => {
    bodies.push(await text(request))
    const status = answer()
    if (status !== null) response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  return {
    endpoint: url,
    bodies,
    paths: asked,
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
    close,
  }
}
