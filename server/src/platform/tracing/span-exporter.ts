import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { boundedFetch } from '../outgoing/bounded-fetch.ts'
import { tracesUrl } from './traces-url.ts'

interface ExporterOptions {
  endpoint: string
  timeoutMs: number
  counts: { exported: number; failed: number }
  onFailure: (reason: string) => void
}

/** Returns an exporter of spans as OTLP/JSON, bounded as every request. Failed exports are dropped. */
export function spanExporter({ endpoint, timeoutMs, counts, onFailure }: ExporterOptions): SpanExporter {
  const url = tracesUrl(endpoint)
  const send = boundedFetch({ timeoutMs, maxBytes: 64 * 1024, maxAtOnce: 2 })

  async function post(spans: ReadableSpan[]): Promise<ExportResult> {
    try {
      const body = JsonTraceSerializer.serializeRequest(spans)
      if (!body) throw new Error('the spans can not be written as JSON')
      const headers = { 'content-type': 'application/json' }
      const { ok, status } = await send(url, { method: 'POST', headers, body: Buffer.from(body) })
      if (!ok) throw new Error(`the collector returned status ${status}`)
      counts.exported += spans.length
      return { code: ExportResultCode.SUCCESS }
    } catch (error) {
      counts.failed += spans.length
      const reason = error instanceof Error ? error : new Error(String(error))
      onFailure(reason.message)
      return { code: ExportResultCode.FAILED, error: reason }
    }
  }

  return { export: (spans, done) => void post(spans).then(done), shutdown: async () => {} }
}
