import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { WorkerLog } from '../feature.ts'
import { within } from '../within.ts'
import { HeldSpans } from './held-spans.ts'
import { spanExporter } from './span-exporter.ts'
import type { OpenSpan, SpanStart, Tracing } from './tracing.ts'

export interface TracingSettings {
  /** Base address of a collector that takes OTLP over HTTP, without /v1/traces. */
  endpoint: string
  /** Share of traces that is exported, from 0 to 1. */
  share: number
}

const EXPORT_MS = 5_000
const CLOSE_MS = 2_000
/** Spans that may wait for an export; further ones are dropped. */
const MAX_WAITING = 2_048
const MAX_EXPORTED = 512
const MAX_ATTRIBUTE = 2_000
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** Loads OpenTelemetry. A failing export never affects the traced work. */
export function openTracing({ endpoint, share }: TracingSettings): Tracing {
  const counts = { ended: 0, exported: 0, failed: 0 }
  let log: WorkerLog | undefined
  const exporter = spanExporter({ endpoint, timeoutMs: EXPORT_MS, counts, onFailure: (reason) => tell(reason) })
  const tell = onceAMinute((reason) => log?.warn({ reason }, 'traces could not be exported'))
  const held = new HeldSpans(
    new BatchSpanProcessor({
      exporter,
      maxQueueSize: MAX_WAITING,
      maxExportBatchSize: MAX_EXPORTED,
      exportTimeoutMillis: 2 * EXPORT_MS,
      scheduledDelayMillis: 2_000,
    }),
    () => counts.ended++,
  )
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'aura', 'service.instance.id': randomUUID() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE, attributeCountLimit: 16 },
    spanProcessors: [held],
  })
  const tracer = provider.getTracer('aura')
  const current = new AsyncLocalStorage<OpenSpan & { span: Span; hasEnded: boolean }>()
  const parent = () => {
    const open = current.getStore()
    return open && !open.hasEnded ? open : undefined
  }

  function start({ name, kind, attributes = {}, mayBeDiscarded = false }: SpanStart): OpenSpan {
    const above = parent()
    const context = above ? trace.setSpan(ROOT_CONTEXT, above.span) : ROOT_CONTEXT
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, context)
    if (mayBeDiscarded) held.hold(span)
    const open = {
      span,
      hasEnded: false,
      run: <T>(work: () => T): T => current.run(open, work),
      set: (more: NonNullable<SpanStart['attributes']>) => void span.setAttributes(more),
      fail(error: unknown) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', kindOfError(error))
      },
      end() {
        if (open.hasEnded) return
        open.hasEnded = true
        span.end()
      },
      discard() {
        held.discard(span)
        open.end()
      },
    }
    return open
  }

  return {
    start,
    isInside: () => parent() !== undefined,
    counts,
    reportTo(of) {
      log = of
    },
    async close() {
      await within(
        CLOSE_MS,
        provider.shutdown().catch(() => {}),
      )
    },
  }
}

/** Returns the error's kind. Its message may name people or contain their input. */
function kindOfError(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown'
}

function onceAMinute(tell: (reason: string) => void): (reason: string) => void {
  let nextMs = 0
  return (reason) => {
    if (performance.now() < nextMs) return
    nextMs = performance.now() + 60_000
    tell(reason)
  }
}
