import type { WorkerLog } from '../feature.ts'

/** Attributes leave for the collector, so they never contain personal data, secrets or user input. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanStart {
  readonly name: string
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: SpanAttributes
  /** Whether it may be discarded with everything below it, which is therefore held back until it ends. */
  readonly mayBeDiscarded?: boolean
}

export interface OpenSpan {
  /** Runs `work`; spans it starts are below this one. */
  run<T>(work: () => T): T
  set(attributes: SpanAttributes): void
  /** Records the kind of the error, but not its text. */
  fail(error: unknown): void
  end(): void
  discard(): void
}

/** Traces of this server, present only if it exports them. */
export interface Tracing {
  /** Starts a span below the current one, if that has not ended. */
  start(span: SpanStart): OpenSpan
  /** Returns whether a span is current that has not ended. */
  isInside(): boolean
  readonly counts: Readonly<Record<'ended' | 'exported' | 'failed', number>>
  reportTo(log: WorkerLog): void
  /** Exports ended spans within two seconds. Never throws. */
  close(): Promise<void>
}

/** Runs `work` in a span of its own, which also ends if it throws. */
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
