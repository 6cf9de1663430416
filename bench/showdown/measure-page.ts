import type { Browser, Page } from '@playwright/test'

/** Returns the main thread's CPU time in milliseconds of each frame, without waiting. */
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
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    traceEvents: { name: string; tdur?: number }[]
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return traceEvents.filter(({ name }) => name === 'FireAnimationFrame').map(({ tdur = 0 }) => tdur / 1_000)
}

const READINGS = 10

/** Reads the heap repeatedly, each time after a garbage collection. */
export async function heapOf(page: Page, minutes: number): Promise<{ minute: number; megabytes: number }[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  // Lazy loading and compiling are over before the first reading.
  await page.waitForTimeout(10_000)
  const readings: { minute: number; megabytes: number }[] = []
  for (let i = 0; i <= READINGS; i++) {
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const bytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
    readings.push({ minute: (i / READINGS) * minutes, megabytes: bytes / 1e6 })
    if (i < READINGS) await page.waitForTimeout((minutes * 60_000) / READINGS)
  }
  return readings
}

/** Makes a video with motion of a finished battle. Returns its length and the time from the press until it is ready. */
export async function makeVideo(browser: Browser, url: string): Promise<{ seconds: number; tookS: number }> {
  const page = await browser.newPage({ timezoneId: 'UTC', reducedMotion: 'no-preference' })
  await page.goto(url)
  const begun = performance.now()
  await page.getByRole('button', { name: 'Make a video' }).click()
  const ready = page.getByRole('dialog').getByText(/^Your video is ready/)
  await ready.waitFor({ timeout: 600_000 })
  const tookS = (performance.now() - begun) / 1_000
  const seconds = Number(/(\d+) seconds/.exec((await ready.textContent()) ?? '')?.[1])
  await page.close()
  return { seconds, tookS }
}
