import { afterEach, expect, it } from 'vitest'
import { labRun } from '../../../../../tests/server/actors/learning.ts'
import type { TranscriptJob } from './check-transcript.ts'
import { ReplayPool } from './replay-pool.ts'

const limits = { threads: 1, maxWaitingPerUser: 2, maxWaiting: 3, processorMs: 60_000, wallMs: 600_000 }
const seed = `0x${'5'.repeat(64)}` as const
const job = async (): Promise<TranscriptJob> => ({
  kind: 'transfer',
  parameters: {},
  seed,
  text: await labRun({ kind: 'transfer', parameters: {}, seed, done: false }),
})

/** A worker that loops for a job called `loop`, ends for `die`, and solves the others. */
const odd = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ text }) => {
      parentPort.postMessage('started')
      if (text === 'loop') for (;;) {}
      if (text === 'die') throw new Error('out of memory')
      parentPort.postMessage({ outcome: 'solved' })
    })`)}`,
)
const named = (text: string): TranscriptJob => ({ kind: 'transfer', parameters: {}, seed, text })

let pool: ReplayPool
afterEach(() => pool.close())

it('replays on other threads than the caller’s', async () => {
  pool = new ReplayPool(limits)
  expect(await pool.replay('ada', await job())).toEqual({ outcome: 'solved' })
  expect(await pool.replay('ada', { ...(await job()), seed: `0x${'6'.repeat(64)}` })).toMatchObject({
    outcome: 'refused',
    reason: 'other-seed',
  })
})

it('ends a thread that uses up its processor time, and replays the next in another [learning.lab-refused]', async () => {
  pool = new ReplayPool({ ...limits, processorMs: 20 }, odd)
  const results = await Promise.all([pool.replay('ada', named('loop')), pool.replay('bo', named('fine'))])
  expect(results).toEqual([{ outcome: 'refused', reason: 'limits' }, { outcome: 'solved' }])
})

it('fails only the run whose thread crashes', async () => {
  pool = new ReplayPool(limits, odd)
  const crashed = pool.replay('ada', named('die'))
  const next = pool.replay('bo', named('fine'))
  await expect(crashed).rejects.toThrow('out of memory')
  expect(await next).toEqual({ outcome: 'solved' })
})

it('lets nobody take all places, refuses more than it holds, and stops', async () => {
  pool = new ReplayPool(limits, odd)
  const taken = ['ada', 'ada', 'bo', 'cy'].map((user) => pool.replay(user, named('loop')).catch((error) => error))
  await expect(pool.replay('ada', named('fine'))).rejects.toMatchObject({ code: 'LAB_BUSY' })
  await expect(pool.replay('dee', named('fine'))).rejects.toMatchObject({ code: 'LAB_BUSY' })
  await pool.close()
  for (const error of await Promise.all(taken)) expect(error).toMatchObject({ code: 'LAB_BUSY' })
  await expect(pool.replay('dee', named('fine'))).rejects.toMatchObject({ code: 'LAB_BUSY' })
})
