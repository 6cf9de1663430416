/**
 * First visits of six screens on a slow phone: largest paint, the moment when the app has replaced the text that the
 * page arrives with, requests, bytes and the response to a first tap.
 * `npm run bench first-load [RUNS] [SCREEN]`: each run is a new browser profile with 150 ms round trip, 1.6 Mbit/s and a
 * processor four times slower. `npm run bench first-load lighthouse [RUNS]` instead weighs the landing page before any
 * interaction and runs Lighthouse on it, a profile and a live battle. The production build runs on the real server with
 * the demo creators. Five runs by default; medians count. A figure is the share of its budget; above 1 is an error.
 */
import type { Browser, Page } from '@playwright/test'
import { joinByCalls } from '../tests/journeys/support/by-calls.ts'
import { lighthouseScores } from './first-load/lighthouse.ts'
import { buildWebApp, openBrowser } from './support/browser.ts'
import { onDemo, type Spotlight } from './support/demo-server.ts'
import { type Figures, median, printBudgets, printTable, type Row } from './support/figures.ts'

const isLighthouse = process.argv[2] === 'lighthouse'
const [runs = '5', only] = process.argv.slice(isLighthouse ? 3 : 2)
const RUNS = Number(runs)

const BUDGET = { paintMs: 2_200, appMs: 1_800, requests: 25, tapMs: 200 }
/** Chrome's "slow 4G" throughput, with its round trip. */
const LINE = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false }
const SLOWDOWN = 4
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }
/** Milliseconds without a request after which the page counts as loaded. */
const QUIET_MS = 1_500
const LIMIT_MS = 30_000

const WATCH = `
  const seen = (window.seen = { paintMs: 0, tapMs: 0, appMs: 0, what: '' })
  new PerformanceObserver((list) => {
    for (const { startTime, element, size } of list.getEntries()) {
      seen.paintMs = startTime
      seen.what = (element?.tagName ?? '?') + ' ' + (element?.textContent ?? '').slice(0, 24) + ' ' + size
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main :is(h1, h2):not([role=status] *)')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (seen.appMs = performance.now())))
  }).observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId) seen.tapMs = Math.max(seen.tapMs, duration)
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 })
`

interface Screen {
  name: string
  path: string
  isVisitor?: true
  /** The first control on the screen. */
  tap: string
}

async function visit(browser: Browser, origin: string, { path, isVisitor, tap }: Screen) {
  const context = await browser.newContext({ ...PHONE, timezoneId: 'UTC', colorScheme: 'dark' })
  if (!isVisitor) await joinByCalls(context.request, origin)
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', LINE)
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript(WATCH)
  const traffic = { requests: 0, bytes: 0, lastMs: performance.now() }
  line.on('Network.requestWillBeSent', () => {
    traffic.requests += 1
    traffic.lastMs = performance.now()
  })
  line.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength
    traffic.lastMs = performance.now()
  })
  await page.goto(origin + path, { waitUntil: 'load' })
  await quiet(page, traffic)
  const { paintMs, what, appMs } = await page.evaluate<Record<'paintMs' | 'appMs', number> & { what: string }>('seen')
  const { requests, bytes } = traffic
  await page.locator(tap).first().tap()
  await page.waitForTimeout(QUIET_MS)
  const tapMs = await page.evaluate<number>('seen.tapMs')
  await context.close()
  return { paintMs, what, appMs, requests, bytes, tapMs }
}

async function quiet(page: Page, traffic: { lastMs: number }): Promise<void> {
  const end = performance.now() + LIMIT_MS
  while (performance.now() - traffic.lastMs < QUIET_MS && performance.now() < end) await page.waitForTimeout(100)
}

const screensOf = (battle: Spotlight): Screen[] => [
  { name: 'landing', path: '/', isVisitor: true, tap: 'button:visible' },
  { name: 'dashboard', path: '/', tap: 'main button:visible' },
  { name: 'showdown', path: `/battles/${battle.id}`, tap: 'main button:visible' },
  { name: 'profile', path: `/user/${battle.challenger.id}`, tap: 'main button:visible' },
  { name: 'leaderboard', path: '/leaderboard', tap: 'main [type=radio]:visible' },
  { name: 'lesson', path: '/lessons/what-a-wallet-holds', tap: 'main :is(button, [type=radio]):visible' },
]

async function visitScreens(origin: string, screens: readonly Screen[]): Promise<void> {
  const browser = await openBrowser()
  const figures: Figures = {}
  const rows: Row[] = []
  for (const screen of screens) {
    if (only !== undefined && screen.name !== only) continue
    const visits: Awaited<ReturnType<typeof visit>>[] = []
    for (let run = 0; run < RUNS; run++) visits.push(await visit(browser, origin, screen))
    const of = (name: 'paintMs' | 'appMs' | 'requests' | 'bytes' | 'tapMs') => median(visits.map((each) => each[name]))
    rows.push({
      screen: screen.name,
      'largest paint ms': Math.round(of('paintMs')),
      'app there ms': Math.round(of('appMs')),
      'bytes alone ms': Math.round((of('bytes') / LINE.downloadThroughput) * 1_000),
      requests: of('requests'),
      kB: Math.round(of('bytes') / 1_000),
      'first tap ms': of('tapMs'),
      'what paints': visits.at(-1)?.what ?? '',
    })
    Object.assign(figures, {
      [`first-load-${screen.name}`]: of('paintMs') / BUDGET.paintMs,
      [`first-load-${screen.name}-app`]: of('appMs') / BUDGET.appMs,
      [`first-load-${screen.name}-requests`]: of('requests') / BUDGET.requests,
      [`first-load-${screen.name}-tap`]: of('tapMs') / BUDGET.tapMs,
    })
  }
  await browser.close()
  console.log(`\nFirst visits on a slow phone, medians of ${RUNS}\n`)
  printTable(rows)
  printBudgets(figures)
}

await buildWebApp()
await onDemo((url, battle) =>
  isLighthouse ? lighthouseScores(url, RUNS, battle) : visitScreens(url, screensOf(battle)),
)
