import type { Fetch } from '../outgoing/bounded-fetch.ts'
import { tracesUrl } from '../tracing/traces-url.ts'
import { type Finding, ok, reasonOf, warning } from './check.ts'

/** Checks whether the collector accepts an export without spans. Only warns, since a server runs without it. */
export async function checkTraces(endpoint: string, ask: Fetch, signal: AbortSignal): Promise<Finding[]> {
  const headers = { 'content-type': 'application/json' }
  try {
    const response = await ask(tracesUrl(endpoint), { method: 'POST', headers, body: '{"resourceSpans":[]}', signal })
    if (response.ok) return [ok('The collector takes traces')]
    return [
      warning(
        `The collector refuses traces (status ${response.status}). OTEL_EXPORTER_OTLP_ENDPOINT is its OTLP address ` +
          'over HTTP, usually port 4318, without /v1/traces.',
      ),
    ]
  } catch (error) {
    return [warning(`The collector of traces can't be reached: ${reasonOf(error)}. Check OTEL_EXPORTER_OTLP_ENDPOINT.`)]
  }
}
