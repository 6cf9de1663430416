import type { Browser } from '@playwright/test'

/** Makes a video with motion of a finished battle. Returns its length and the time from the press until it is ready. */
export async function makeVideo(browser: Browser, url: string): Promise<{ seconds: number; tookS: number }> {
  const context = await browser.newContext({ timezoneId: 'UTC', reducedMotion: 'no-preference' })
  const page = await context.newPage()
  await page.goto(url)
  const begun = performance.now()
  await page.getByRole('button', { name: 'Make a video' }).click()
  const ready = page.getByRole('dialog').getByText(/^Your video is ready/)
  await ready.waitFor({ timeout: 600_000 })
  const tookS = (performance.now() - begun) / 1_000
  const seconds = Number(/(\d+) seconds/.exec((await ready.textContent()) ?? '')?.[1])
  await context.close()
  return { seconds, tookS }
}
