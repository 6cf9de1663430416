/**
 * Main-thread CPU per frame of the dashboard's ring, the landing hero and small rings.
 * The built web app runs on its real server in a real browser. CPU time comes from a trace at full speed and at a
 * sixth of it, so it is valid with software rendering too; presented frames are not and are only printed. Figures are
 * shares of the budget: 2 ms at full speed, 12 ms at a sixth.
 */
import type { Browser, Page } from '@playwright/test'
import { joinAs, learnByCalls } from '../../tests/journeys/support/person.ts'
import { printFigure, printTable, quantile } from '../support/figures.ts'
import { type FrameCosts, traceFrames } from '../support/load/frame-trace.ts'
import { smallRings } from '../support/load/small-rings.ts'
import { openBuiltProduct } from '../support/servers/built-product.ts'

/** The hero's loop takes 27 s and costs most towards its end. */
const SECONDS = Number(process.argv[2] ?? 27)
const BUDGETS = [
  { slowdown: 1, budgetMs: 2 },
  { slowdown: 6, budgetMs: 12 },
]
const STREAK_DAYS = 12
const FIRST_DAY = Date.UTC(2026, 2, 1, 12)
const DAY_MS = 86_400_000

/** Page scripts are strings because DOM types are not available here. */
const rendererOf = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const gl = document.querySelector('[data-live=true] canvas')?.getContext('webgl2')
    const info = gl?.getExtension('WEBGL_debug_renderer_info')
    return info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : 'nothing'
  })()`)

async function measure(browser: Browser, page: Page, name: string): Promise<(string | number)[][]> {
  await page.locator('[data-running=true]').first().waitFor()
  const renderer = await rendererOf(page)
  const rows: (string | number)[][] = []
  for (const { slowdown, budgetMs } of BUDGETS) {
    const result: FrameCosts = await traceFrames(browser, page, { seconds: SECONDS, slowdown })
    const [p50, p99] = [quantile(result.costsMs, 0.5), quantile(result.costsMs, 0.99)]
    const fps = result.framesPerSecond.toFixed(1)
    rows.push([`${name} at ${slowdown}x`, result.costsMs.length, p50.toFixed(3), p99.toFixed(3), budgetMs, fps])
    figures.push([`aura-${name}-p99-${slowdown}x`, p99 / budgetMs])
    // Frame rates only mean something on a real GPU.
    if (slowdown === 1 && !/swiftshader|llvmpipe|basic render/i.test(renderer)) {
      figures.push([`aura-${name}-frames`, result.framesPerSecond / 60])
    }
  }
  console.log(`${name}: drawn by ${renderer}`)
  return rows
}

const figures: [string, number][] = []
const { server, browser, close } = await openBuiltProduct(new Date(FIRST_DAY).toISOString())
try {
  const context = await browser.newContext({
    viewport: { width: 1_440, height: 900 },
    timezoneId: 'UTC',
    colorScheme: 'dark',
  })
  const page = await context.newPage()
  await page.goto(`${server.url}/?aura=webgl`)
  const hero = await measure(browser, page, 'hero')

  await page.goto(`${server.url}/?aura=still`)
  await joinAs(page, 'Esi')
  for (let day = 0; day < STREAK_DAYS; day++) {
    await server.setClock(new Date(FIRST_DAY + day * DAY_MS).toISOString())
    await learnByCalls(page, server.url)
  }
  await page.goto(`${server.url}/?aura=webgl`)
  const ring = await measure(browser, page, 'ring')
  printTable(['', 'frames', 'p50 ms', 'p99 ms', 'budget ms', 'frames/s'], [...ring, ...hero])

  const { ringsMs, imagesMs } = await smallRings(page)
  console.log()
  printTable(
    ['200 at 44 px', 'insert + layout ms'],
    [
      ['SVG rings', ringsMs.toFixed(2)],
      ['images', imagesMs.toFixed(2)],
    ],
  )
  figures.push(['aura-svg-rings', ringsMs / imagesMs])
  for (const [name, value] of figures) printFigure(name, value)
} finally {
  await close()
}
