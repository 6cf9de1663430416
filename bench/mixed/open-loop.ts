import { setTimeout as pause } from 'node:timers/promises'

/** Clock of the loop, injected by tests. `sleepUntil` may resolve late, as timers do. */
export interface Pace {
  nowMs(): number
  sleepUntil(ms: number): Promise<void>
}

const realPace: Pace = {
  nowMs: () => performance.now(),
  sleepUntil: (ms) => pause(Math.max(0, ms - performance.now())),
}

export interface LoopPlan {
  perSecond: number
  seconds: number
  /** Actions planned before this second are sent but not counted. */
  warmUpSeconds: number
  /** More actions than this under way mean that the rate can't be kept. */
  maxUnderWay: number
  /** Skips due actions while too many are under way, and continues. */
  goesOn?: boolean
  random: () => number
  pace?: Pace
}

/**
 * Returns the moments, in seconds, at which independent people arrive: exponential gaps around the mean of the rate.
 */
export function arrivals(perSecond: number, seconds: number, random: () => number): number[] {
  const moments: number[] = []
  for (let at = 0; ; ) {
    at -= Math.log(1 - random()) / perSecond
    if (at >= seconds) return moments
    moments.push(at)
  }
}

/**
 * Begins `act` at planned moments, whether or not earlier ones have ended, and resolves when all have. `act` never throws.
 * Returns each result with its milliseconds from the planned moment, so that an action held up by a stall counts as
 * waiting; whether the rest of the plan was given up, since too many were under way; and how many were due then and not sent.
 */
export async function openLoop<T>(plan: LoopPlan, act: () => Promise<T>) {
  const { perSecond, seconds, warmUpSeconds, maxUnderWay, goesOn = false, random, pace = realPace } = plan
  const beganMs = pace.nowMs()
  const done: { ms: number; result: T }[] = []
  const underWay = new Set<Promise<void>>()
  let [isOverrun, skipped] = [false, 0]
  for (const moment of arrivals(perSecond, warmUpSeconds + seconds, random)) {
    const plannedMs = beganMs + moment * 1_000
    if (pace.nowMs() < plannedMs) await pace.sleepUntil(plannedMs)
    if (underWay.size >= maxUnderWay) {
      skipped += 1
      if (goesOn) continue
      isOverrun = true
      break
    }
    const acting = act().then((result) => {
      if (moment >= warmUpSeconds) done.push({ ms: pace.nowMs() - plannedMs, result })
      underWay.delete(acting)
    })
    underWay.add(acting)
  }
  await Promise.all(underWay)
  return { done, isOverrun, skipped }
}
