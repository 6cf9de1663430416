import { rng } from '@aura/drawing/random'
import { describe, expect, it } from 'vitest'
import { quantile } from '../support/figures.ts'
import { arrivals, openLoop, type Pace } from './open-loop.ts'

/** Returns a clock whose time only moves while the test sleeps. */
function virtual(): Pace & { stallUntil(ms: number): void } {
  let nowMs = 0
  let stalledMs = 0
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

const plan = { perSecond: 100, seconds: 10, warmUpSeconds: 0, maxUnderWay: 1_000 }

describe('arrivals', () => {
  it('keeps the mean of the rate, with gaps as of independent people', () => {
    const moments = arrivals(100, 100, rng(1))
    expect(moments.length).toBeGreaterThan(9_500)
    expect(moments.length).toBeLessThan(10_500)
    const gaps = moments.map((at, i) => at - (moments[i - 1] ?? 0))
    // 1 - 1/e of exponential gaps are below the mean.
    expect(gaps.filter((gap) => gap < 0.01).length / gaps.length).toBeCloseTo(1 - 1 / Math.E, 1)
    expect(arrivals(100, 100, rng(1))).toEqual(moments)
  })
})

describe('openLoop', () => {
  it('counts what waited behind a stall from when it was to be sent', async () => {
    const pace = virtual()
    let sent = 0
    const { done } = await openLoop({ ...plan, random: rng(2), pace }, async () => {
      sent += 1
      // The whole process stalls for a second, once.
      if (sent === 500) pace.stallUntil(pace.nowMs() + 1_000)
      return true
    })
    expect(done).toHaveLength(sent)
    // A tenth of the ten seconds, which a client that waits for its responses would have seen once.
    expect(done.filter(({ ms }) => ms > 100).length / sent).toBeGreaterThan(0.05)
    expect(
      quantile(
        done.map(({ ms }) => ms),
        0.5,
      ),
    ).toBeLessThan(1)
  })

  it('sends what is due whether or not earlier ones have ended', async () => {
    let finish = (_isFine: boolean) => {}
    const finished = new Promise<boolean>((resolve) => {
      finish = resolve
    })
    let sent = 0
    const { done, isOverrun } = await openLoop({ ...plan, random: rng(3), pace: virtual() }, () => {
      sent += 1
      if (sent === 500) finish(true)
      return finished
    })
    expect(done).toHaveLength(sent)
    expect(sent).toBeGreaterThan(500)
    expect(isOverrun).toBe(false)
  })

  it('goes on where it should, and counts what it skipped', async () => {
    const time = virtual()
    const hanging: (() => void)[] = []
    const pace = {
      ...time,
      async sleepUntil(ms: number) {
        await time.sleepUntil(ms)
        if (ms > 5_000) for (const end of hanging.splice(0)) end()
      },
    }
    let sent = 0
    const { done, isOverrun, skipped } = await openLoop(
      { ...plan, maxUnderWay: 10, goesOn: true, random: rng(3), pace },
      () => {
        sent += 1
        return time.nowMs() > 5_000
          ? Promise.resolve(true)
          : new Promise((resolve) => hanging.push(() => resolve(true)))
      },
    )
    expect(isOverrun).toBe(false)
    expect(done).toHaveLength(sent)
    expect(sent + skipped).toBe(arrivals(plan.perSecond, plan.seconds, rng(3)).length)
    expect(skipped).toBeGreaterThan(100)
  })

  it('gives up when too many are under way', async () => {
    const ended = () => Promise.resolve(true)
    const few = { ...plan, random: rng(3), pace: virtual() }
    expect(await openLoop({ ...few, maxUnderWay: 0 }, ended)).toEqual({ done: [], isOverrun: true, skipped: 1 })
    expect(await openLoop({ ...few, maxUnderWay: 1 }, ended)).toMatchObject({ isOverrun: false })
  })

  it('does not count the warm-up', async () => {
    const { done } = await openLoop(
      { ...plan, warmUpSeconds: 5, seconds: 5, random: rng(4), pace: virtual() },
      async () => true,
    )
    expect(done.length).toBeGreaterThan(400)
    expect(done.length).toBeLessThan(600)
  })
})
