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
import { spotlight, startDemoServer } from './support/demo-server.ts'
import { median, printBudgets, printTable, type Row } from './support/figures.ts'

const MODE = process.argv[2] === 'lighthouse' ? 'lighthouse' : 'visits'
const [runs = '5', only] = process.argv.slice(MODE === 'visits' ? 2 : 3)
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

interface Visit {
  paintMs: number
  what: string
  /** Time at which the screen itself was painted, instead of a loader. */
  appMs: number
  requests: number
  bytes: number
  tapMs: number
}

interface Screen {
  name: string
  path: string
  isVisitor?: true
  /** The first control on the screen. */
  tap: string
}

async function visit(browser: Browser, origin: string, { path, isVisitor, tap }: Screen): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, timezoneId: 'UTC', colorScheme: 'dark' })
  try {
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
    const { paintMs, what, appMs } = await page.evaluate<Visit>('seen')
    const { requests, bytes } = traffic
    await page.locator(tap).first().tap()
    await page.waitForTimeout(QUIET_MS)
    return { paintMs, what, appMs, requests, bytes, tapMs: await page.evaluate<number>('seen.tapMs') }
  } finally {
    await context.close()
  }
}

async function quiet(page: Page, traffic: { lastMs: number }): Promise<void> {
  const end = performance.now() + LIMIT_MS
  while (performance.now() - traffic.lastMs < QUIET_MS && performance.now() < end) await page.waitForTimeout(100)
}

async function screensOf(origin: string): Promise<Screen[]> {
  const battle = await spotlight(origin)
  return [
    { name: 'landing', path: '/', isVisitor: true, tap: 'button:visible' },
    { name: 'dashboard', path: '/', tap: 'main button:visible' },
    { name: 'showdown', path: `/battles/${battle.id}`, tap: 'main button:visible' },
    { name: 'profile', path: `/user/${battle.challenger.id}`, tap: 'main button:visible' },
    { name: 'leaderboard', path: '/leaderboard', tap: 'main [type=radio]:visible' },
    { name: 'lesson', path: '/lessons/what-a-wallet-holds', tap: 'main :is(button, [type=radio]):visible' },
  ]
}

async function visitScreens(origin: string, browser: Browser): Promise<void> {
  const figures: [string, number][] = []
  const rows: Row[] = []
  for (const screen of await screensOf(origin)) {
    if (only !== undefined && screen.name !== only) continue
    const visits: Visit[] = []
    for (let run = 0; run < RUNS; run++) visits.push(await visit(browser, origin, screen))
    const of = (value: (each: Visit) => number) => median(visits.map(value))
    const [paintMs, appMs] = [of((each) => each.paintMs), of((each) => each.appMs)]
    const [requests, bytes, tapMs] = [of((each) => each.requests), of((each) => each.bytes), of((each) => each.tapMs)]
    rows.push({
      screen: screen.name,
      'largest paint ms': Math.round(paintMs),
      'app there ms': Math.round(appMs),
      'bytes alone ms': Math.round((bytes / LINE.downloadThroughput) * 1_000),
      requests,
      kB: Math.round(bytes / 1_000),
      'first tap ms': tapMs,
      'what paints': visits.at(-1)?.what ?? '',
    })
    figures.push(
      [`first-load-${screen.name}`, paintMs / BUDGET.paintMs],
      [`first-load-${screen.name}-app`, appMs / BUDGET.appMs],
      [`first-load-${screen.name}-requests`, requests / BUDGET.requests],
      [`first-load-${screen.name}-tap`, tapMs / BUDGET.tapMs],
    )
  }
  console.log(`\nFirst visits on a slow phone, medians of ${RUNS}\n`)
  printTable(rows)
  printBudgets(figures)
}

await buildWebApp()
const server = await startDemoServer()
try {
  if (MODE === 'lighthouse') await lighthouseScores(server.url, RUNS)
  else {
    const browser = await openBrowser()
    await visitScreens(server.url, browser).finally(() => browser.close())
  }
} finally {
  await server.stop()
}
