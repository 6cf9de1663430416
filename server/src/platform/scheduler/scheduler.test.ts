import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type NamedWork, startScheduler, UNHURRIED_MS } from './scheduler.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<never>(() => {})
const kind = (name: string, more: Partial<NamedWork>): NamedWork => ({
  name,
  runBatch: async () => false,
  msUntilNextRun: async () => null,
  ...more,
})

function punctual(ms: number) {
  let nextMs = Date.now() + ms
  const late: number[] = []
  const work = kind('punctual', {
    async runBatch() {
      if (Date.now() < nextMs) return false
      late.push(Date.now() - nextMs)
      nextMs += ms
      return true
    },
    msUntilNextRun: async () => nextMs - Date.now(),
  })
  return { work, late }
}

it("runs a job on time while others hang, fail, always have more or can't report when they are due", async () => {
  const { work, late } = punctual(1_000)
  const reports: string[] = []
  let busy = 0
  const stop = startScheduler(
    [
      kind('stuck', { runBatch: () => never }),
      kind('failing', { runBatch: () => Promise.reject(new Error('down')) }),
      kind('busy', { runBatch: async () => ++busy > 0 }),
      kind('asking', { msUntilNextRun: () => never }),
      work,
    ],
    { onError: (_, name) => reports.push(name) },
  )
  await vi.advanceTimersByTimeAsync(60_500)
  expect(late).toHaveLength(60)
  expect(Math.max(...late)).toBeLessThanOrEqual(20)
  expect(new Set(reports)).toEqual(new Set(['failing', 'stuck']))
  const stopped = stop()
  await vi.advanceTimersByTimeAsync(5_000)
  await stopped
})

it('looks for what was planned meanwhile twice a second, or as seldom as the job allows', async () => {
  const looks: string[] = []
  const looking = (name: string, more: Partial<NamedWork>) =>
    kind(name, { ...more, runBatch: async () => looks.push(name) < 0 })
  const stop = startScheduler([looking('usual', {}), looking('unhurried', { maxSleepMs: UNHURRIED_MS })], {
    onError: () => {},
  })
  await vi.advanceTimersByTimeAsync(20_100)
  const count = (name: string) => looks.filter((look) => look === name).length
  expect([count('usual'), count('unhurried')]).toEqual([41, 3])
  const stopped = stop()
  await vi.advanceTimersByTimeAsync(5_000)
  await stopped
})

it('runs a job that only runs when due at that moment, and not before', async () => {
  const startMs = Date.now()
  const ranMs: number[] = []
  const runBatch = async () => ranMs.push(Date.now() - startMs) < 0
  const msUntilNextRun = async () => (ranMs.length === 0 ? startMs + 1_234 - Date.now() : null)
  const stop = startScheduler([kind('planned', { runBatch, msUntilNextRun, onlyWhenDue: true })], { onError: () => {} })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ranMs).toEqual([1_234])
  await stop()
})

it('pauses a job that always has more after each round', async () => {
  let batches = 0
  const stop = startScheduler([kind('busy', { runBatch: async () => ++batches > 0 })], {
    onError: () => {},
    round: { batches: 7, ms: 1_000 },
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(batches).toBe(7)
  await vi.advanceTimersByTimeAsync(20)
  expect(batches).toBe(14)
  await stop()
})

it('tells how late a job is that has more than it can do in a round', async () => {
  const startMs = Date.now()
  const late: number[] = []
  const stop = startScheduler(
    [kind('busy', { runBatch: async () => true, msUntilNextRun: async () => startMs - 1_000 - Date.now() })],
    { onError: () => {}, onRound: (_, { lateMs }) => late.push(lateMs), round: { batches: 1, ms: 1_000 } },
  )
  await vi.advanceTimersByTimeAsync(40)
  await stop()
  expect(late.slice(0, 3)).toEqual([1_000, 1_020, 1_040])
})

it('tells of no lag while nothing is due', async () => {
  const late: number[] = []
  const stop = startScheduler([kind('idle', {}), kind('planned', { msUntilNextRun: async () => 300 })], {
    onError: () => {},
    onRound: (_, { lateMs }) => late.push(lateMs),
  })
  await vi.advanceTimersByTimeAsync(1_000)
  await stop()
  expect(new Set(late)).toEqual(new Set([0]))
})

it('says by when the next round should have succeeded, and says nothing of rounds that fail or hang', async () => {
  const rounds: [string, number][] = []
  const stop = startScheduler(
    [
      kind('idle', {}),
      kind('due soon', { msUntilNextRun: async () => 300 }),
      kind('busy', { runBatch: async () => true }),
      kind('failing', { runBatch: () => Promise.reject(new Error('down')) }),
      kind('stuck', { msUntilNextRun: () => never }),
    ],
    {
      onError: () => {},
      onRound: (name, { nextWithinMs }) => rounds.push([name, nextWithinMs]),
      round: { batches: 3, ms: 1_000 },
      graceMs: 0,
    },
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(rounds).toEqual([
    ['idle', 1_500],
    ['due soon', 1_300],
    ['busy', 1_020],
  ])
  const stopped = stop()
  await vi.advanceTimersByTimeAsync(0)
  await stopped
})

it('backs off a failing job, up to two seconds, and stops backing off once it works', async () => {
  const triesMs: number[] = []
  let isDown = true
  const beganMs = Date.now()
  const runBatch = async () => {
    triesMs.push(Date.now() - beganMs)
    if (isDown) throw new Error('down')
    return false
  }
  const stop = startScheduler([kind('failing', { runBatch })], { onError: () => {} })
  await vi.advanceTimersByTimeAsync(7_100)
  expect(triesMs).toEqual([0, 100, 300, 700, 1_500, 3_100, 5_100, 7_100])
  isDown = false
  await vi.advanceTimersByTimeAsync(2_500)
  expect(triesMs.slice(8)).toEqual([9_100, 9_600])
  await stop()
})

it('reports a slow batch once', async () => {
  const reports: string[] = []
  const stop = startScheduler([kind('stuck', { runBatch: () => never })], {
    onError: (error, name) => reports.push(`${name}: ${(error as Error).message}`),
    slowMs: 1_000,
    graceMs: 0,
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reports).toEqual(['stuck: a batch has taken 1000 ms so far'])
  const stopped = stop()
  await vi.advanceTimersByTimeAsync(0)
  await stopped
})

it('stops when running batches finish, or when its grace period ends', async () => {
  const done = Promise.withResolvers<boolean>()
  const sent = Promise.withResolvers<void>()
  let isStopped = false
  const stop = startScheduler(
    [kind('working', { runBatch: () => done.promise }), kind('sending', { finish: () => sent.promise })],
    { onError: () => {}, graceMs: 5_000 },
  )
  const stopped = stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(1_000)
  done.resolve(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isStopped).toBe(false)
  sent.resolve()
  await stopped

  const stuck = startScheduler([kind('stuck', { runBatch: () => never })], { onError: () => {}, graceMs: 5_000 })
  isStopped = false
  const given = stuck().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(4_999)
  expect(isStopped).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await given
})
