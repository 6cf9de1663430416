/**
 * Main-thread time of a stream's overlay (`/overlay/battle/:id`, 1920 by 1080): idle in a live battle, and with 50 gifts
 * a second. `npm run bench -- overlay [SECONDS]`. The built pages run on the real server in a real browser with
 * software rendering, so only the main thread's processor time is counted, without its waits for the raster. Figures
 * are shares of the budget: 5 and 25 % of one core.
 */
import { printFigure, printTable } from '../support/figures.ts'
import { giftedBattle } from '../support/load/gifted-battle.ts'
import { openBuiltProduct } from '../support/servers/built-product.ts'

const SECONDS = Number(process.argv[2] ?? 20)
const GIFTS_PER_S = 50
const BUDGET = { idle: 0.05, busy: 0.25 }
/** The page has finished starting by then. */
const SETTLE_MS = 3_000

const { server, browser, close } = await openBuiltProduct('2026-03-02T12:00:00Z')
try {
  const battle = await giftedBattle(server)
  for (let i = 0; i < 30; i++) await battle.gift()
  const page = await (await browser.newContext({ viewport: { width: 1_920, height: 1_080 } })).newPage()
  await page.goto(`${server.url}/overlay/battle/${battle.id}`)
  await page.locator('canvas').first().waitFor()
  await page.waitForTimeout(SETTLE_MS)
  const line = await page.context().newCDPSession(page)
  await line.send('Performance.enable')
  const busyS = async () => {
    const { metrics } = await line.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN
  }
  const share = async () => {
    const [before, beganMs] = [await busyS(), performance.now()]
    await page.waitForTimeout(SECONDS * 1_000)
    return ((await busyS()) - before) / ((performance.now() - beganMs) / 1_000)
  }
  const idle = await share()
  let failures = 0
  const giving = setInterval(() => void battle.gift().catch(() => (failures += 1)), 1_000 / GIFTS_PER_S)
  await page.waitForTimeout(SETTLE_MS)
  const busy = await share()
  clearInterval(giving)
  const percent = (part: number) => `${(part * 100).toFixed(1)} %`
  printTable(
    ['', 'of one core', 'budget'],
    [
      ['idle', percent(idle), percent(BUDGET.idle)],
      [`${GIFTS_PER_S} gifts a second`, percent(busy), percent(BUDGET.busy)],
    ],
  )
  printFigure('overlay-idle', idle / BUDGET.idle)
  printFigure('overlay-busy', busy / BUDGET.busy)
  if (failures > 0) console.log(`${failures} gifts failed`)
} finally {
  await close()
}
