import type { NamedWork } from '../scheduler/scheduler.ts'
import type { Tracing } from './tracing.ts'

/** A round that found nothing to do is traced only if it took this long. */
const SLOW_MS = 250

/** Traces each batch of a job that did something, failed or was slow, as a span. */
export const tracedJob = (work: NamedWork, tracing: Tracing): NamedWork => ({
  ...work,
  async runBatch() {
    const span = tracing.start({ name: `job ${work.name}`, kind: 'internal', mayBeDiscarded: true })
    const beganMs = performance.now()
    try {
      const hasDone = await span.run(() => work.runBatch())
      if (!hasDone && performance.now() - beganMs < SLOW_MS) span.discard()
      return hasDone
    } catch (error) {
      span.fail(error)
      throw error
    } finally {
      span.end()
    }
  },
})
