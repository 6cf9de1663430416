import type { Span as ApiSpan, Context } from '@opentelemetry/api'
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace'

/** Spans held back below a span that may be discarded; further ones are dropped. */
const MAX_HELD = 500

/** Holds back the spans below one that may be discarded until it ends, and passes all others on. */
export class HeldSpans implements SpanProcessor {
  /** Held spans by trace, undefined once discarded. */
  readonly #held = new Map<string, { top: string; spans: ReadableSpan[] | undefined }>()
  readonly #next: SpanProcessor
  readonly #onEnd: () => void

  constructor(next: SpanProcessor, onEnd: () => void) {
    this.#next = next
    this.#onEnd = onEnd
  }

  hold(span: ApiSpan): void {
    const { traceId, spanId } = span.spanContext()
    if (span.isRecording()) this.#held.set(traceId, { top: spanId, spans: [] })
  }

  discard(span: ApiSpan): void {
    const held = this.#held.get(span.spanContext().traceId)
    if (held) held.spans = undefined
  }

  onStart(span: Span, parent: Context): void {
    this.#next.onStart(span, parent)
  }

  onEnd(span: ReadableSpan): void {
    const { traceId, spanId } = span.spanContext()
    const held = this.#held.get(traceId)
    if (!held) this.#pass([span])
    else if (held.top !== spanId) {
      if (held.spans && held.spans.length < MAX_HELD) held.spans.push(span)
    } else {
      this.#held.delete(traceId)
      if (held.spans) this.#pass([...held.spans, span])
    }
  }

  forceFlush(): Promise<void> {
    return this.#next.forceFlush()
  }

  shutdown(): Promise<void> {
    return this.#next.shutdown()
  }

  #pass(spans: readonly ReadableSpan[]): void {
    for (const span of spans) {
      this.#onEnd()
      this.#next.onEnd(span)
    }
  }
}
