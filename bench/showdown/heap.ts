import type { Page } from '@playwright/test'

export interface HeapReading {
  minute: number
  megabytes: number
}

const READINGS = 10

/** Reads the heap repeatedly, each time after a garbage collection. */
export async function heapOf(page: Page, minutes: number): Promise<HeapReading[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  // Lazy loading and compiling are over before the first reading.
  await page.waitForTimeout(10_000)
  const readings: HeapReading[] = []
  for (let i = 0; i <= READINGS; i++) {
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const bytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
    readings.push({ minute: (i / READINGS) * minutes, megabytes: bytes / 1e6 })
    if (i < READINGS) await page.waitForTimeout((minutes * 60_000) / READINGS)
  }
  return readings
}
