import { parentPort } from 'node:worker_threads'
import { loadKind } from '@aura/lab/kinds/index'
import { replay } from '@aura/lab/session'
import { checkTranscript, type TranscriptJob, type TranscriptResult } from './check-transcript.ts'

/** `started` once the processor time counts; then the result or a fault. */
export type ReplayMessage = 'started' | TranscriptResult | { fault: string }

/** Set-ups of a kind that warm up the compiler, so that its first learner is not refused because of them. */
const WARM_UPS = 3
const warm = new Set<string>()

async function warmUp({ kind: id, parameters, seed }: TranscriptJob): Promise<void> {
  if (warm.has(id)) return
  warm.add(id)
  const kind = await loadKind(id)
  for (let run = 0; run < WARM_UPS; run++) await replay(kind, { seed, parameters, actions: [] })
}

const post = (message: ReplayMessage) => parentPort?.postMessage(message)

parentPort?.on('message', async (job: TranscriptJob) => {
  try {
    await warmUp(job)
    post('started')
    post(await checkTranscript(job))
  } catch (error) {
    post({ fault: error instanceof Error ? `${error.stack}` : String(error) })
  }
})
