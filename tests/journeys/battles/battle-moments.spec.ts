import { callAs, challengeByCalls, fighter } from '../support/arena.ts'
import { serverForEach } from '../support/server-for.ts'
import { expect, type Locator, type Page, test } from '../support/test.ts'

const STARTS = '2026-03-02T16:00:00Z'
const ENDS = '2026-03-02T20:00:00Z'

const server = serverForEach({ startAt: '2026-03-02T12:00:00Z' })

/** Records vibrations, and clicks once the page is loaded: browsers refuse to vibrate before. */
async function openVibrating(page: Page, url: string): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const vibrations: unknown[] = []
    Object.assign(window, { vibrations })
    Object.assign(navigator, { vibrate: (pattern: unknown) => vibrations.push(pattern) })
  })
  await page.goto(url)
  await page.getByRole('timer').click()
  return () => page.evaluate(() => (window as unknown as { vibrations: unknown[] }).vibrations)
}

/** Counts the animations of each element. */
const animations = (locator: Locator) =>
  locator.evaluateAll((elements) => elements.map((element) => element.getAnimations().length))

test('the final minute takes over the page, is called at 60, 30 and 10 seconds and counts the last ten [battles.final-minute] [battles.lead-change]', async ({
  browser,
  page,
}) => {
  const [ada, bo] = await Promise.all(
    ['ada_live', 'bo_cooks'].map(async (name) => fighter(server, (await browser.newContext()).request, name)),
  )
  if (!ada || !bo) throw new Error('nobody came')
  const cy = await fighter(server, page.request, 'cy_claps', { steeze: 500 })
  const id = await challengeByCalls(server, ada, bo, { startsAt: STARTS })
  await callAs(server, bo, `/api/battles/${id}/accept`)
  await server.setClock(STARTS)
  await server.setClock('2026-03-02T19:50:00Z')
  await page.clock.install({ time: '2026-03-02T19:50:00Z' })
  const vibrationsOfStill = await openVibrating(page, `${server.url}/battles/${id}`)
  const timer = page.getByRole('timer')
  const call = page.locator('[aria-live=assertive]').filter({ hasText: /left$/ })
  await expect(timer).toHaveText(/^00:(09|10):\d\d$/)
  await expect(page.locator('[data-stage]')).toHaveCount(0)
  await expect(page.locator('html')).not.toHaveAttribute('data-final')
  /** Moves the page's and the server's clock until this number of seconds is left. */
  const passTo = async (seconds: number) => {
    await server.setClock(new Date(Date.parse(ENDS) - seconds * 1_000).toISOString())
    const [minutes = 0, rest = 0] = ((await timer.textContent()) ?? '').split(':').slice(1).map(Number)
    await page.clock.fastForward((minutes * 60 + rest - seconds) * 1_000)
  }
  for (const [seconds, text, stage] of [
    [58, 'One minute left', 'minute'],
    [28, '30 seconds left', 'minute'],
    [9, '10 seconds left', 'count'],
  ] as const) {
    await passTo(seconds)
    await expect(call).toHaveText(text)
    await expect(page.locator('[data-stage]')).toHaveAttribute('data-stage', stage)
  }
  await expect(page.getByRole('banner')).toHaveCSS('filter', 'grayscale(1)')
  // The two colours tell apart whose share it is.
  await expect(page.getByRole('region', { name: /^Live Aura Radar/ })).toHaveCSS('filter', 'none')
  await expect(timer).toHaveCSS('filter', 'none')
  // With reduced motion, the minute has the same count without animations.
  await expect(page.locator('html')).toHaveAttribute('data-final', 'count')
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  await expect.poll(moving).toBe(0)
  // With motion, the number, the edge and the gift buttons pulse; a fixed time keeps the page within these seconds.
  const motion = await browser.newContext({ reducedMotion: 'no-preference', viewport: { width: 400, height: 600 } })
  const moved = await motion.newPage()
  await moved.clock.setFixedTime('2026-03-02T19:59:51Z')
  const vibrations = await openVibrating(moved, `${server.url}/battles/${id}`)
  await expect(moved.locator('html')).toHaveAttribute('data-final', 'count')
  const pulsing = [
    [moved.getByRole('link', { name: /^Join to gift/ }), [1, 1]],
    [moved.locator('[data-stage] p span'), [1]],
    [moved.locator('[data-stage] > span').first(), [1]],
  ] as const
  for (const [each, count] of pulsing) await expect.poll(() => animations(each)).toEqual(count)
  // A late lead moves the end, so the minute starts over.
  const extra = expect(page.locator('[data-extra]')).toHaveText('Extra time')
  await callAs(server, cy, '/api/battles/gift', { battleId: id, participantId: ada.id, amount: 5 })
  await extra
  await expect(call).toHaveText('One minute left')
  await expect(page.locator('[data-stage]')).toHaveAttribute('data-stage', 'minute')
  // The change of lead vibrates with motion only.
  await expect.poll(vibrations).toEqual([40])
  expect(await vibrationsOfStill()).toEqual([])
  for (const each of [page, moved]) {
    await each.getByRole('button', { name: 'Pause effects' }).click()
    await expect(each.locator('html')).toHaveAttribute('data-final', 'still')
  }
  for (const [each, count] of pulsing) await expect.poll(() => animations(each)).toEqual(count.map(() => 0))
  await motion.close()
  await server.setClock('2026-03-02T20:01:00Z')
  await expect(page.getByRole('heading', { name: 'ada_live Wins!' })).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-final')
})
