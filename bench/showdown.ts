/**
 * Main-thread CPU per frame and heap of a live battle's page under 50 gifts a second, on a desktop and on a phone.
 * `npm run bench showdown [MINUTES]` sets how long the heap is watched (1). 2 comments and 6 cheers a second come
 * beside the gifts, with banners, streamers and changes of the lead; then the same frames with a player on each side, and
 * in the final minute, and a video of the battle once it is over. The built web app runs on its real server in a real
 * browser, at full speed and at a sixth of it. CPU time comes from a trace, so it is valid with software rendering too.
 * Figures are shares of the budget. It takes a quarter of an hour.
 */
import type { Page } from '@playwright/test'
import startDatabases from '../tests/journeys/support/database-template.ts'
import { startClockServer } from '../tests/journeys/support/servers.ts'
import { startSandbox } from '../tools/provider-sandbox/start-sandbox.ts'
import { giftedBattle } from './showdown/gifted-battle.ts'
import { heapOf, makeVideo, traceFrames } from './showdown/measure-page.ts'
import { buildWebApp, openBrowser } from './support/browser.ts'
import { type Figures, printFigures, printTable, quantile, type Row, slopeOf } from './support/figures.ts'

const MINUTES = Number(process.argv[2] ?? 1)
/** Slowed down, software rendering presents only about three frames a second, and a p99 needs hundreds. */
const TRACES = [
  { slowdown: 1, seconds: 12 },
  { slowdown: 6, seconds: 90 },
]
const GIFTS_PER_S = 50
const COMMENTS_PER_S = 2
/** One a second. */
const MAX_TRIES = 120
/** Enough for eleven minutes, since a person may comment 20 times. */
const TALKERS = 80
/** The server's clock is nearly still, so the minute lasts as long as the measurement. */
const FINAL = '2026-03-02T19:59:05Z'

const OVER = '2026-03-02T20:10:00Z'
/** A video of 15 s is made within a minute. */
const VIDEO = { seconds: 15, tookS: 60 }

const SCREENS = [
  {
    name: 'desktop',
    options: { viewport: { width: 1_440, height: 900 } },
    aims: [
      { slowdown: 1, q: 0.99, budgetMs: 8 },
      { slowdown: 6, q: 0.99, budgetMs: 33 },
    ],
  },
  {
    name: 'phone',
    options: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
    aims: [
      { slowdown: 6, q: 0.5, budgetMs: 16 },
      { slowdown: 6, q: 0.99, budgetMs: 33 },
    ],
  },
]

/** Starts the players of both sides, on a phone the one on screen. Under this load some need a second try. */
async function play(page: Page): Promise<void> {
  const count = (page.viewportSize()?.width ?? 0) > 896 ? 2 : 1
  const playing = page.locator('[role=status]', { hasText: 'stream is playing' })
  const buttons = page.getByRole('button', { name: /^(?:Play |Try again)/ })
  for (let tries = 0; (await playing.count()) < count; tries++) {
    if (tries === MAX_TRIES) throw new Error('the players did not start')
    const clicking = buttons.first().click({ timeout: 1_000 })
    await clicking.catch(() => {})
    await page.waitForTimeout(1_000)
  }
}

await buildWebApp()
const stopDatabases = await startDatabases()
const sandbox = await startSandbox([0])
const streamHosts = [{ kind: 'hls', host: new URL(sandbox.url).host }] as const
const server = await startClockServer({ startAt: '2026-03-02T12:00:00Z', settings: { streamHosts } })
const browser = await openBrowser()
const arena = await giftedBattle(server, TALKERS)
let failures = 0
const often = (perS: number, act: () => Promise<unknown>) =>
  setInterval(() => void act().catch(() => (failures += 1)), 1_000 / perS)
const load = [often(GIFTS_PER_S, arena.gift), often(COMMENTS_PER_S, arena.talk)]
const stopLoad = () => load.forEach(clearInterval)
try {
  const rows: Row[] = []
  const figures: Figures = {}
  for (const screen of SCREENS) await measure(screen, '')
  const page = await open(SCREENS[0]?.options ?? {})
  const heap = await heapOf(page, MINUTES)
  await page.context().close()
  figures['showdown-heap-mb-per-minute'] = slopeOf(heap)

  await arena.showStreams(`${sandbox.url}/stream/loop.m3u8`)
  for (const screen of SCREENS) await measure(screen, '-players')
  await arena.showStreams(null)
  await arena.setClock(FINAL)
  for (const screen of SCREENS) await measure(screen, '-final')
  stopLoad()
  await arena.setClock(OVER)
  const video = await makeVideo(browser, `${server.url}/battles/${arena.id}`)
  figures['showdown-video'] = video.tookS / video.seconds / (VIDEO.tookS / VIDEO.seconds)

  printTable(rows)
  console.log(`\na video of ${video.seconds} s was made in ${video.tookS.toFixed(1)} s\n`)
  printTable(heap.map(({ minute, megabytes }) => ({ minute: minute.toFixed(1), 'heap MB': megabytes.toFixed(2) })))
  printFigures(figures)
  if (failures > 0) console.log(`${failures} gifts or comments failed`)

  async function measure({ name, options, aims }: (typeof SCREENS)[number], when: string): Promise<void> {
    const shown = await open(options)
    if (when === '-players') await play(shown)
    for (const trace of TRACES) {
      const costsMs = await traceFrames(browser, shown, trace)
      const row = {
        '': `${name}${when} at ${trace.slowdown}x`,
        frames: costsMs.length,
        'p50 ms': quantile(costsMs, 0.5).toFixed(2),
        'p99 ms': quantile(costsMs, 0.99).toFixed(2),
        'slowest ms': Math.max(...costsMs).toFixed(2),
      }
      rows.push(row)
      console.log(`${row['']}: ${row.frames} frames`)
      for (const { slowdown, q, budgetMs } of aims)
        if (slowdown === trace.slowdown)
          figures[`showdown-${name}${when}-p${q * 100}-${slowdown}x`] = quantile(costsMs, q) / budgetMs
    }
    await shown.context().close()
  }
} finally {
  stopLoad()
  await browser.close()
  await server.stop()
  await sandbox.stop()
  await stopDatabases()
}

async function open(options: object): Promise<Page> {
  const common = { timezoneId: 'UTC', colorScheme: 'dark', reducedMotion: 'no-preference' } as const
  const page = await browser.newPage({ ...common, ...options })
  await page.goto(`${server.url}/battles/${arena.id}?aura=webgl`)
  await page.locator('[data-running=true]').first().waitFor()
  return page
}
