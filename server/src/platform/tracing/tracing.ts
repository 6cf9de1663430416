import type { WorkerLog } from '../feature.ts'

/** Never personal data, secrets or what somebody sent: attributes leave for the collector. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanStart {
  readonly name: string
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: SpanAttributes
  /** May be discarded with everything below it, which is therefore held back until it ends. */
  readonly mayBeDiscarded?: boolean
}

export interface OpenSpan {
  /** Spans that `work` starts are below this one. */
  run<T>(work: () => T): T
  set(attributes: SpanAttributes): void
  /** Keeps the kind of the error, not its text. */
  fail(error: unknown): void
  end(): void
  discard(): void
}

/** Spans of this server. Only a server that exports them has it. */
export interface Tracing {
  /** Starts a span below the current one, if that has not ended. */
  start(span: SpanStart): OpenSpan
  /** Whether a span is current that has not ended. */
  isInside(): boolean
  readonly counts: Readonly<Record<'ended' | 'exported' | 'failed', number>>
  reportTo(log: WorkerLog): void
  /** Exports what has ended, for two seconds at the most. Never throws. */
  close(): Promise<void>
}

/** Runs `work` in a span of its own, which also ends when it throws. */
export async function spanned<T>(tracing: Tracing, start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = tracing.start(start)
  try {
    return await span.run(work)
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}
