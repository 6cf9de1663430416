import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'

const PHONE = { width: 412, height: 823 }
const DESKTOP = { width: 1_440, height: 900 }
/** Lazy parts load within this time. */
const REST_MS = 3_000

const WATCH_SHIFT = `
  const shift = (window.shift = { sum: 0 })
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift.sum += value
  }).observe({ type: 'layout-shift', buffered: true })
`

/**
 * Returns what a first visit weighs without any interaction, lazy parts included: gzipped kB of scripts and styles, kB of
 * fonts, which are compressed already, with their names, which show when a character pulls in another one, and the scripts.
 */
export async function pageWeight(browser: Browser, url: string) {
  const bodies: Promise<{ type: string; address: string; body: Buffer }>[] = []
  const page = await browser.newPage({ viewport: PHONE })
  page.on('response', (response) => {
    const type = response.request().resourceType()
    if (['script', 'stylesheet', 'font'].includes(type))
      bodies.push(response.body().then((body) => ({ type, address: response.url(), body })))
  })
  await open(page, url)
  const loaded = await Promise.all(bodies)
  await page.close()
  const of = (type: string) => loaded.filter((each) => each.type === type)
  const kb = (type: string, size: (body: Buffer) => number) =>
    of(type).reduce((sum, { body }) => sum + size(body), 0) / 1_000
  const gzipped = (body: Buffer) => gzipSync(body, { level: 9 }).length
  return {
    scriptKb: kb('script', gzipped),
    styleKb: kb('stylesheet', gzipped),
    fontKb: kb('font', (body) => body.length),
    fonts: of('font').map(({ address }) => new URL(address).pathname.replace(/^.*\/(.+)-[^-]+\.woff2$/, '$1')),
    script: of('script')
      .map(({ body }) => body.toString())
      .join('\n'),
  }
}

/** Returns the layout shift when fonts arrive a second late and others show until then, on a phone or a desktop. */
export async function shiftWithLateFonts(browser: Browser, url: string): Promise<number> {
  const shifts: number[] = []
  for (const viewport of [PHONE, DESKTOP]) {
    const page = await browser.newPage({ viewport })
    await page.route('**/*.woff2', (route) => pause(1_000).then(() => route.continue()))
    await page.addInitScript(WATCH_SHIFT)
    await open(page, url)
    shifts.push(await page.evaluate<number>('shift.sum'))
    await page.close()
  }
  return Math.max(...shifts)
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(REST_MS)
}
