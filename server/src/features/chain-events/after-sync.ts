import { AppError } from '#platform/app-error'
import { ChainUnreachable } from '#platform/chain/chain'
import type { Context } from '#platform/context'
import type { WorkerLog } from '#platform/feature'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/**
 * Returns a function that runs the tasks in order and never throws. A failing task is logged and retried later, and
 * delays neither the others nor following the chain.
 */
export function afterSync(
  { clock }: Pick<Context, 'clock'>,
  log: WorkerLog,
  tasks: Readonly<Record<string, () => Promise<unknown>>>,
): () => Promise<void> {
  const all = Object.entries(tasks).map(([task, run]) => ({ task, run, failures: 0, nextMs: 0 }))
  return async () => {
    for (const each of all) {
      if (clock.elapsedMs() < each.nextMs) continue
      try {
        await each.run()
        each.failures = 0
      } catch (error) {
        const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(each.failures, 10))
        each.failures++
        each.nextMs = clock.elapsedMs() + wait
        const facts = { err: error, task: each.task, failures: each.failures }
        if (isOutage(error)) log.warn(facts, 'the network is not responding')
        else log.error(facts, 'a task after chain sync failed and will be retried')
      }
    }
  }
}

const isOutage = (error: unknown) =>
  error instanceof ChainUnreachable || (error instanceof AppError && error.code === 'CHAIN_UNAVAILABLE')
