import type { Browser, Page } from '@playwright/test'

interface TraceEvent {
  name: string
  /** CPU time in microseconds, without waiting. */
  tdur?: number
}

/** Returns the main thread's CPU time in milliseconds of each frame. */
export async function traceFrames(
  browser: Browser,
  page: Page,
  { seconds, slowdown }: { seconds: number; slowdown: number },
): Promise<number[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // The first frames still compile.
  await page.waitForTimeout(2_000)
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await page.waitForTimeout(seconds * 1_000)
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const frames = trace.traceEvents.filter((event) => event.name === 'FireAnimationFrame')
  return frames.map(({ tdur = 0 }) => tdur / 1_000)
}
