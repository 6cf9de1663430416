import type { Browser, Page } from '@playwright/test'

export interface FrameCosts {
  costsMs: number[]
  framesPerSecond: number
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Timestamp and duration in microseconds. */
  ts: number
  dur?: number
  /** CPU time in microseconds, without waiting. */
  tdur?: number
}

export async function traceFrames(
  browser: Browser,
  page: Page,
  { seconds, slowdown }: { seconds: number; slowdown: number },
): Promise<FrameCosts> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // The first frames still compile.
  await page.waitForTimeout(2_000)
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await page.waitForTimeout(seconds * 1_000)
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const frames = trace.traceEvents.filter((event) => event.name === 'FireAnimationFrame')
  return { costsMs: frames.map(({ tdur = 0 }) => tdur / 1_000), framesPerSecond: frames.length / seconds }
}

export async function traceScroll(
  browser: Browser,
  page: Page,
  { seconds, slowdown, pxPerS }: { seconds: number; slowdown: number; pxPerS: number },
): Promise<FrameCosts> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.waitForTimeout(1_000)
  const scroll = (px: number) =>
    devtools.send('Input.synthesizeScrollGesture', {
      x: 200,
      y: 400,
      yDistance: -px,
      speed: pxPerS,
      preventFling: true,
      gestureSourceType: 'mouse',
    })
  // The first frames still compile.
  await scroll(pxPerS)
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  await scroll(seconds * pxPerS)
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await devtools.detach()
  const costsMs = costsOfFrames(trace.traceEvents)
  return { costsMs, framesPerSecond: costsMs.length / seconds }
}

/** Sums the renderer's main-thread tasks from one frame to the next. */
function costsOfFrames(events: readonly TraceEvent[]): number[] {
  const draws = events.filter(({ name }) => name === 'PrePaint')
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const [thread] = [...Map.groupBy(draws, threadOf)].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  const moments = draws.filter((event) => threadOf(event) === thread).map(({ ts }) => ts)
  const tasks = events.filter((event) => event.name === 'RunTask' && threadOf(event) === thread)
  const costsMs: number[] = []
  let drawn = 0
  for (const { ts, dur = 0, tdur = 0 } of tasks.toSorted((a, b) => a.ts - b.ts)) {
    const before = drawn
    while ((moments[drawn] ?? Number.POSITIVE_INFINITY) <= ts + dur) drawn += 1
    if (drawn > before) costsMs.push(tdur / 1_000)
    else if (costsMs.length > 0) costsMs[costsMs.length - 1] = (costsMs.at(-1) ?? 0) + tdur / 1_000
  }
  return costsMs
}
