import type { Browser, Page } from '@playwright/test'

/** CPU time of the page's own work in each frame, and how many frames came. */
export interface FrameCosts {
  /** Milliseconds of the main thread, per frame. */
  costsMs: number[]
  framesPerSecond: number
}

interface TraceEvent {
  name: string
  /** Time on the thread's own clock, in microseconds: what it worked, not what it waited. */
  tdur?: number
}

/** Records a page for some time at a slowed-down processor (1 is full speed). */
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
