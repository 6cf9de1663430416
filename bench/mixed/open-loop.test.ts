import { rng } from '@aura/drawing/random'
import { expect, it } from 'vitest'
import { quantile } from '../support/figures.ts'
import { arrivals, openLoop, type Pace } from './open-loop.ts'

/** Returns a clock whose time only moves while the test sleeps. */
function virtual(): Pace & { stallUntil(ms: number): void } {
  let [nowMs, stalledMs] = [0, 0]
  return {
    nowMs: () => nowMs,
    async sleepUntil(ms) {
      // Actions that have ended must be counted first.
      await new Promise((resolve) => setImmediate(resolve))
      nowMs = Math.max(nowMs, ms, stalledMs)
    },
    stallUntil(ms) {
      stalledMs = ms
    },
  }
}

const planned = (pace: Pace = virtual()) => ({
  ...{ perSecond: 100, seconds: 10, warmUpSeconds: 0, maxUnderWay: 1_000, pace },
  random: rng(3),
})
const ended = async () => true

it('plans arrivals that keep the mean of the rate, with gaps as of independent people', () => {
  const moments = arrivals(100, 100, rng(1))
  expect(Math.abs(moments.length - 10_000)).toBeLessThan(500)
  const gaps = moments.map((at, i) => at - (moments[i - 1] ?? 0))
  // 1 - 1/e of exponential gaps are below the mean.
  expect(gaps.filter((gap) => gap < 0.01).length / gaps.length).toBeCloseTo(1 - 1 / Math.E, 1)
})

it('counts what waited behind a stall from when it was to be sent', async () => {
  const pace = virtual()
  let sent = 0
  const { done } = await openLoop(planned(pace), async () => {
    sent += 1
    // The whole process stalls for a second, once.
    if (sent === 500) pace.stallUntil(pace.nowMs() + 1_000)
  })
  expect(done).toHaveLength(sent)
  const waits = done.map(({ ms }) => ms)
  // A tenth of the ten seconds, which a client that waits for its responses would have seen once.
  expect(waits.filter((ms) => ms > 100).length / sent).toBeGreaterThan(0.05)
  expect(quantile(waits, 0.5)).toBeLessThan(1)
})

it('sends what is due whether or not earlier ones have ended', async () => {
  const finished = Promise.withResolvers<void>()
  let sent = 0
  const { done, isOverrun } = await openLoop(planned(), () => {
    if (++sent === 500) finished.resolve()
    return finished.promise
  })
  expect(sent).toBeGreaterThan(500)
  expect(done).toHaveLength(sent)
  expect(isOverrun).toBe(false)
})

it('goes on where it should, and counts what it skipped', async () => {
  const time = virtual()
  const finished = Promise.withResolvers<void>()
  const pace = {
    ...time,
    async sleepUntil(ms: number) {
      await time.sleepUntil(ms)
      if (ms > 5_000) finished.resolve()
    },
  }
  let sent = 0
  const plan = { ...planned(pace), maxUnderWay: 10, goesOn: true }
  const { done, isOverrun, skipped } = await openLoop(plan, () => {
    sent += 1
    return finished.promise
  })
  expect(isOverrun).toBe(false)
  expect(done).toHaveLength(sent)
  expect(sent + skipped).toBe(arrivals(plan.perSecond, plan.seconds, rng(3)).length)
  expect(skipped).toBeGreaterThan(100)
})

it('gives up when too many are under way', async () => {
  expect(await openLoop({ ...planned(), maxUnderWay: 0 }, ended)).toEqual({ done: [], isOverrun: true, skipped: 1 })
  expect(await openLoop({ ...planned(), maxUnderWay: 1 }, ended)).toMatchObject({ isOverrun: false })
})

it('does not count the warm-up', async () => {
  const { done } = await openLoop({ ...planned(), warmUpSeconds: 5, seconds: 5 }, ended)
  expect(Math.abs(done.length - 500)).toBeLessThan(100)
})
