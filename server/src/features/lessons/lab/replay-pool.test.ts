import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { labRun } from '../../../../../tests/server/actors/learning.ts'
import { defaultLimits } from '../../../limits.ts'
import { checkTranscript, type TranscriptJob } from './check-transcript.ts'
import { type ReplayLimits, ReplayPool } from './replay-pool.ts'

const limits: ReplayLimits = {
  ...{ ...defaultLimits.lab, processorMs: 60_000, wallMs: 600_000, waitMs: 600_000 },
  ...{ perAccount: { burstMs: 1_000, msPerS: 20 }, perAddress: { burstMs: 10_000, msPerS: 100 } },
}
const seed = `0x${'5'.repeat(64)}` as const
const job = async (kind = 'transfer'): Promise<TranscriptJob> => ({
  kind,
  parameters: {},
  seed,
  text: await labRun({ kind, parameters: {}, seed, done: false }),
})

/**
 * A worker that never responds to `loop`, crashes for `die`, says that `dear` took five seconds, stops `long`, and tells
 * which thread solved the others.
 */
const odd = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', ({ job: { text } }) => {
      if (text === 'loop') for (;;) {}
      if (text === 'die') throw new Error('out of memory')
      const result = text === 'long' ? { outcome: 'stopped' } : { outcome: 'unsolved', trap: String(threadId) }
      parentPort.postMessage({ result, processorMs: text === 'dear' ? 5_000 : 1 })
    })`)}`,
)
const named = (text: string): TranscriptJob => ({ kind: 'transfer', parameters: {}, seed, text })
const [ada, bo, cy] = ['ada', 'bo', 'cy'].map((userId, at) => ({ userId, ip: `198.51.100.${at}` })) as [
  Learner,
  Learner,
  Learner,
]
type Learner = { userId: string; ip: string }

let nowMs: number
let pool: ReplayPool
const open = (own = limits, worker?: URL) => {
  pool = new ReplayPool(own, { elapsedMs: () => nowMs }, worker)
}
beforeEach(() => {
  nowMs = 0
})
afterEach(() => pool.close())

describe('a verdict', () => {
  it('is the same wherever the processor time runs out, or there is none [learning.lab-busy]', async () => {
    open()
    for (const kind of ['transfer', 'sybil', 'proxy']) {
      const run = await job(kind)
      const verdict = await checkTranscript(run)
      const steps = (JSON.parse(run.text) as { actions: unknown[] }).actions.length
      for (const after of [0, 1, steps - 1, steps]) {
        let asked = 0
        const result = await checkTranscript(run, () => asked++ >= after)
        expect(result).toEqual(after < steps ? { outcome: 'stopped' } : verdict)
      }
      expect(verdict).toEqual({ outcome: 'solved' })
    }
  })

  it('comes from a thread that is kept after it stopped a run [learning.lab-busy]', async () => {
    open(limits, odd)
    const first = await pool.replay(ada, named('fine'))
    expect(await pool.replay(ada, named('long'))).toEqual({ outcome: 'stopped' })
    expect(await pool.replay(ada, named('fine'))).toEqual(first)
  })

  it('comes from other threads than the caller’s', async () => {
    open()
    pool.prepare()
    expect(await pool.replay(ada, await job())).toEqual({ outcome: 'solved' })
    const foreign = { ...(await job()), seed: `0x${'6'.repeat(64)}` as const }
    expect(await pool.replay(ada, foreign)).toEqual({ outcome: 'refused', reason: 'other-seed' })
  })
})

it('an account that used up its processor time is busy until it regains it, and nobody else is [learning.lab-budget]', async () => {
  open(limits, odd)
  await pool.replay(ada, named('dear'))
  const retryAfterMs = 200_000
  await expect(pool.replay(ada, named('fine'))).rejects.toMatchObject({ code: 'LAB_BUSY', data: { retryAfterMs } })
  expect(await pool.replay({ userId: 'bo', ip: ada.ip }, named('fine'))).toMatchObject({ outcome: 'unsolved' })
  nowMs += retryAfterMs
  expect(await pool.replay(ada, named('fine'))).toMatchObject({ outcome: 'unsolved' })
})

it('a run whose thread doesn’t come back is busy and charged, and the next is replayed by the spare', async () => {
  const walls = [50]
  const own = {
    ...limits,
    processorMs: 2_000,
    get wallMs() {
      return walls.pop() ?? 600_000
    },
  }
  open(own, odd)
  const [lost, next] = await Promise.allSettled([pool.replay(ada, named('loop')), pool.replay(bo, named('fine'))])
  expect(lost).toMatchObject({ status: 'rejected', reason: { code: 'LAB_BUSY' } })
  expect(next).toMatchObject({ status: 'fulfilled' })
  await expect(pool.replay(ada, named('fine'))).rejects.toMatchObject({ code: 'LAB_BUSY' })
})

it('fails only the run whose thread crashes', async () => {
  open(limits, odd)
  const crashed = pool.replay(ada, named('die'))
  const next = pool.replay(bo, named('fine'))
  await expect(crashed).rejects.toThrow('out of memory')
  expect(await next).toMatchObject({ outcome: 'unsolved' })
})

it('is busy for more than it holds, and once it is closed', async () => {
  open({ ...limits, waiting: 2, waitingPerAccount: 1 }, odd)
  const taken = [ada, ada, bo].map((learner) => pool.replay(learner, named('loop')).catch((error) => error))
  for (const learner of [ada, cy])
    await expect(pool.replay(learner, named('fine'))).rejects.toMatchObject({ code: 'LAB_BUSY' })
  await pool.close()
  for (const error of await Promise.all(taken)) expect(error).toMatchObject({ code: 'LAB_BUSY' })
  await expect(pool.replay(cy, named('fine'))).rejects.toMatchObject({ code: 'LAB_BUSY' })
})
