/**
 * Main-thread CPU per frame while scrolling a ranking of 100,000.
 * `npm run bench -- scroll [ROWS]`. The built web app runs on its real server in a real browser; ranking pages are
 * stubbed, since only the page is measured. Everything is loaded by scrolling first. Then a gesture flings the list
 * while a trace records script, style, layout and paint in CPU time, which is valid with software rendering too. The
 * baseline is a plain list of the same rows. A figure is the main thread's busy share of the time, at most 1: it does
 * not depend on the frame rate.
 */
import type { Browser, Page } from '@playwright/test'
import { joinByCalls } from '../../tests/journeys/support/by-calls.ts'
import { printFigure, printTable, quantile } from '../support/figures.ts'
import { traceScroll } from '../support/load/frame-trace.ts'
import { openBuiltProduct } from '../support/servers/built-product.ts'

const ROWS = Number(process.argv[2] ?? 100_000)
const FRAME_MS = 1_000 / 60
const SECONDS = 8
const PX_PER_S = 4_000
const PLAIN_ROWS = 400
const SLOWDOWNS = [1, 4]
const SCREENS = [
  { name: 'desktop', options: { viewport: { width: 1_440, height: 900 } } },
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true } },
]

/** Varies the lengths of names, levels and points. */
const entryAt = (index: number) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  rank: index + 1,
  username: `${'creator of many letters'.slice(0, 3 + (index % 17))}_${index + 1}`.replaceAll(' ', '_'),
  profileImageUrl: null,
  totalBattlesWon: 0,
  auraPoints: Math.ceil(1_000_000_000 / (index + 1)) + ROWS - index,
  currentStreak: (index * 7) % 60,
})

async function openRanking(page: Page, url: string): Promise<void> {
  await page.route('**/api/live*', (route) => route.abort())
  await page.route('**/api/leaderboard/page*', (route) => {
    const { searchParams } = new URL(route.request().url())
    const [from, limit] = [Number(searchParams.get('after') ?? 0), Number(searchParams.get('limit') ?? 100)]
    const to = Math.min(ROWS, from + limit)
    const entries = Array.from({ length: to - from }, (_, index) => entryAt(from + index))
    return route.fulfill({ json: { entries, next: to < ROWS ? String(to) : null, total: ROWS } })
  })
  await page.goto(`${url}/leaderboard`)
  await page.locator('ol > li[aria-posinset="1"]').first().waitFor()
  const more = page.getByRole('button', { name: 'Show more' })
  if (await more.isVisible()) await more.click()
  // Page scripts are strings because DOM types are not available here.
  await page.evaluate(`(async () => {
    for (;;) {
      scrollTo(0, document.body.scrollHeight)
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const last = [...document.querySelectorAll('ol > li[aria-posinset]')].at(-1)
      if (last?.getAttribute('aria-posinset') === '${ROWS}') return
    }
  })()`)
  await page.evaluate('scrollTo(0, 0)')
  await page.locator('ol > li[aria-posinset="1"]').first().waitFor()
}

/** Replaces the ranking with a plain list of copies of its rows. */
const makePlain = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const list = document.querySelector('ol:has(> li[aria-posinset])')
    const rows = [...list.children].slice(3)
    const plain = document.createElement('ol')
    for (let index = 0; index < ${PLAIN_ROWS}; index++) {
      const row = rows[index % rows.length].cloneNode(true)
      row.style.cssText = 'position: static; transform: none'
      plain.append(row)
    }
    list.parentElement.replaceWith(plain)
    scrollTo(0, 0)
  })()`)

type Row = [name: string, ...costs: (string | number)[]]

async function measure(browser: Browser, page: Page, name: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const slowdown of SLOWDOWNS) {
    const { costsMs } = await traceScroll(browser, page, { seconds: SECONDS, slowdown, pxPerS: PX_PER_S })
    const busy = costsMs.reduce((sum, ms) => sum + ms, 0) / (SECONDS * 1_000)
    const [p50, p95] = [quantile(costsMs, 0.5), quantile(costsMs, 0.95)]
    rows.push([`${name} at ${slowdown}x`, costsMs.length, p50.toFixed(2), p95.toFixed(2), busy.toFixed(2)])
    figures.push([`scroll-${name.replaceAll(' ', '-')}-busy-${slowdown}x`, busy])
    if (slowdown === 1) figures.push([`scroll-${name.replaceAll(' ', '-')}-p95`, p95 / FRAME_MS])
  }
  return rows
}

const figures: [string, number][] = []
const { server, browser, close } = await openBuiltProduct('2026-03-02T12:00:00Z')
try {
  const rows: Row[] = []
  for (const { name, options } of SCREENS) {
    const context = await browser.newContext({ timezoneId: 'UTC', colorScheme: 'dark', ...options })
    const page = await context.newPage()
    await joinByCalls(context.request, server.url, `scroller_${name}`)
    await openRanking(page, server.url)
    rows.push(...(await measure(browser, page, name)))
    await makePlain(page)
    rows.push(...(await measure(browser, page, `${name} plain`)))
    await context.close()
  }
  printTable(['', 'frames', 'p50 ms', 'p95 ms', 'busy'], rows)
  for (const [name, value] of figures) printFigure(name, value)
} finally {
  await close()
}
