import { parentPort } from 'node:worker_threads'
import { loadKind } from '@aura/lab/kinds/index'
import { replay } from '@aura/lab/session'
import { yieldToOthers } from '#platform/yield-to-others'
import { checkTranscript, type TranscriptJob, type TranscriptResult } from './check-transcript.ts'

export interface ReplayOrder {
  job: TranscriptJob
  /** Processor time after which the replay is stopped before its next action. */
  processorMs: number
}
export interface ReplayDone {
  result: TranscriptResult | { fault: string }
  /** Processor time used. */
  processorMs: number
}

function usedMs(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

async function check({ job, processorMs }: ReplayOrder): Promise<ReplayDone> {
  const before = process.threadCpuUsage()
  const result = await checkTranscript(job, () => usedMs(before) >= processorMs).catch((error: unknown) => ({
    fault: error instanceof Error ? `${error.stack}` : String(error),
  }))
  return { result, processorMs: usedMs(before) }
}

// Loads the EVM, which no learner's replay is charged for.
await replay(await loadKind('transfer'), { seed: `0x${'0'.repeat(64)}`, actions: [] })

yieldToOthers()
parentPort?.on('message', async (order: ReplayOrder) => parentPort?.postMessage(await check(order)))
