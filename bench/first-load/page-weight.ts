import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from '@playwright/test'

/** Figures of a first visit without any interaction. */
export interface PageWeight {
  /** Gzipped kB, lazy parts included. */
  scriptKb: number
  styleKb: number
  /** kB on the wire; fonts are compressed already. */
  fontKb: number
  /** Names of the loaded fonts, which show when a character pulls in another one. */
  fonts: string[]
  script: string
}

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

export async function pageWeight(browser: Browser, url: string): Promise<PageWeight> {
  return visit(browser, { viewport: PHONE }, async (page) => {
    const bodies: Promise<{ type: string; url: string; body: Buffer }>[] = []
    page.on('response', (response) => {
      const type = response.request().resourceType()
      if (type === 'script' || type === 'stylesheet' || type === 'font') {
        bodies.push(response.body().then((body) => ({ type, url: response.url(), body })))
      }
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.waitForTimeout(REST_MS)
    const loaded = await Promise.all(bodies)
    const of = (type: string) => loaded.filter((each) => each.type === type)
    const kb = (type: string, size: (body: Buffer) => number) =>
      of(type).reduce((sum, { body }) => sum + size(body), 0) / 1_000
    const gzipped = (body: Buffer) => gzipSync(body, { level: 9 }).length
    return {
      scriptKb: kb('script', gzipped),
      styleKb: kb('stylesheet', gzipped),
      fontKb: kb('font', (body) => body.length),
      fonts: of('font').map((font) => new URL(font.url).pathname.replace(/^.*\/(.+)-[^-]+\.woff2$/, '$1')),
      script: of('script')
        .map(({ body }) => body.toString())
        .join('\n'),
    }
  })
}

/**
 * Returns the layout shift when fonts arrive a second late and fallback fonts show: the larger of phone and desktop.
 */
export async function shiftWithLateFonts(browser: Browser, url: string): Promise<number> {
  const shifts: number[] = []
  for (const viewport of [PHONE, DESKTOP]) {
    shifts.push(
      await visit(browser, { viewport }, async (page) => {
        await page.route('**/*.woff2', async (route) => {
          await pause(1_000)
          await route.continue()
        })
        await page.addInitScript(WATCH_SHIFT)
        await page.goto(url, { waitUntil: 'networkidle' })
        await page.waitForTimeout(REST_MS)
        return page.evaluate<number>('shift.sum')
      }),
    )
  }
  return Math.max(...shifts)
}

async function visit<T>(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0],
  look: (page: Page) => Promise<T>,
): Promise<T> {
  const context: BrowserContext = await browser.newContext(options)
  try {
    return await look(await context.newPage())
  } finally {
    await context.close()
  }
}
