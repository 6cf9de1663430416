import { callAs, challengeByCalls, type Fighter, fighter } from '../support/arena.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { type Browser, expect, type Locator, type Page, test } from '../support/test.ts'

const STARTS = '2026-03-02T16:00:00Z'
const ENDS = '2026-03-02T20:00:00Z'

let server: ClockServer
test.beforeEach(async () => {
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z' })
})
test.afterEach(async () => {
  expect(await server.audit()).toEqual([])
  await server.stop()
})

interface Visitor extends Fighter {
  page: Page
}

async function somebody(browser: Browser, name: string, purse: { ap?: number; steeze?: number }): Promise<Visitor> {
  const context = await browser.newContext({ timezoneId: 'UTC', reducedMotion: 'reduce' })
  const page = await context.newPage()
  return { page, ...(await fighter(server, context.request, name, purse)) }
}

async function liveBattle(ada: Fighter, bo: Fighter): Promise<string> {
  const id = await challengeByCalls(server, ada, bo, { title: 'Who cooked harder?', startsAt: STARTS })
  await callAs(server, bo, `/api/battles/${id}/accept`)
  await server.setClock(STARTS)
  return id
}

const people = (browser: Browser) =>
  Promise.all([
    somebody(browser, 'ada_live', { ap: 1_000 }),
    somebody(browser, 'bo_cooks', { ap: 1_000 }),
    somebody(browser, 'cy_claps', { steeze: 500 }),
    somebody(browser, 'dee_cheers', { steeze: 500 }),
  ])

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('one tap gives what is missing, and the gift turns the lead before everybody [battles.goal] [battles.gift-banner] [battles.lead-change]', async ({
  browser,
}) => {
  const [ada, bo, cy, dee] = await people(browser)
  const id = await liveBattle(ada, bo)
  await callAs(server, dee, '/api/battles/gift', { battleId: id, participantId: ada.id, amount: 30 })
  const visitor = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const pages = { ada: ada.page, bo: bo.page, cy: cy.page, visitor }
  for (const page of Object.values(pages)) {
    await page.goto(`${server.url}/battles/${id}`)
    await expect(page.getByText('30 ahead')).toBeVisible()
  }
  // Only users who may gift can press it, and the text names their side.
  await expect(bo.page.getByText('31 more and you lead')).toBeVisible()
  for (const page of [bo.page, visitor]) await expect(page.locator('[data-goal]')).toHaveCount(0)

  await cy.page.getByRole('button', { name: '31 more and bo_cooks leads' }).click()
  const sheet = cy.page.getByRole('dialog', { name: 'Gift Steeze' })
  await expect(sheet.getByLabel('Amount', { exact: true })).toHaveValue('31')
  await expect(sheet.getByText('With this bo_cooks leads.')).toBeVisible()
  // The moment passes, so the expectation starts before it.
  const seen = Promise.all([
    expect(status(cy.page, 'Your gift puts bo_cooks ahead')).toHaveCount(1),
    expect(status(bo.page, 'You take the lead')).toHaveCount(1),
    expect(status(ada.page, 'bo_cooks takes the lead')).toHaveCount(1),
    expect(status(visitor, 'bo_cooks takes the lead')).toHaveCount(1),
    expect(cy.page.locator('[data-banners] li')).toHaveText(/You.*31$/),
    expect(visitor.locator('[data-banners] li')).toHaveText(/cy_claps.*31$/),
  ])
  await sheet.getByRole('button', { name: 'Gift', exact: true }).dblclick()
  await seen
  await expect(cy.page.getByRole('button', { name: '2 more and ada_live leads' })).toBeVisible()
  const { purchasedSteeze } = await (await cy.request.get(`${server.url}/api/steeze/balance`)).json()
  expect(purchasedSteeze).toBe(500 - 31)
  expect(await (await cy.request.get(`${server.url}/api/battles/${id}/votes`)).json()).toHaveLength(2)

  // Quick gifts of a person add up in a single banner.
  const combo = expect(visitor.locator('[data-banners] li').filter({ hasText: 'dee_cheers' })).toHaveText(/7×3$/)
  for (const amount of [4, 2, 1]) {
    await callAs(server, dee, '/api/battles/gift', { battleId: id, participantId: ada.id, amount })
  }
  await combo
  for (const page of Object.values(pages)) await page.context().close()
})

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
}) => {
  const [ada, bo, cy] = await people(browser)
  const id = await liveBattle(ada, bo)
  await server.setClock('2026-03-02T19:50:00Z')
  const { page } = cy
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
  for (const grey of [page.getByRole('region', { name: /^Live Aura Radar/ }), page.getByRole('banner')]) {
    await expect(grey).toHaveCSS('filter', 'grayscale(1)')
  }
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
  for (const each of [ada, bo, cy]) await each.page.context().close()
})

test('the end speaks to winner, loser, gifter and visitor, and one tap shares its picture [battles.end-lands] [battles.end-words] [battles.share-result]', async ({
  browser,
}) => {
  const [ada, bo, cy, dee] = await people(browser)
  const id = await liveBattle(ada, bo)
  await callAs(server, cy, '/api/battles/gift', { battleId: id, participantId: ada.id, amount: 150 })
  await callAs(server, dee, '/api/battles/gift', { battleId: id, participantId: bo.id, amount: 80 })
  const visitor = await (await browser.newContext({ reducedMotion: 'no-preference' })).newPage()
  // Phones share files; this browser has no share sheet.
  await cy.page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files, ...words }: { files: File[] }) => {
        shared.push({ ...words, files: files.map(({ name, type, size }) => [name, type, size > 10_000]) })
      },
    })
  })
  const words = [
    [ada.page, 'You won', 'Both stakes are yours: 500 AP. You keep the 150 Steeze you received.'],
    [bo.page, 'You lost this one', 'You keep the 80 Steeze you received. Your stake of 250 AP goes to ada_live.'],
    [cy.page, 'ada_live Wins!', 'You gave 150 Steeze to ada_live.'],
    [dee.page, 'ada_live Wins!', 'You gave 80 Steeze to bo_cooks.'],
    [visitor, 'ada_live Wins!', 'Top gifter of ada_live: cy_claps, 150 Steeze'],
  ] as const
  for (const [page] of words) {
    await page.goto(`${server.url}/battles/${id}`)
    await expect(page.getByRole('timer')).toBeVisible()
  }
  const flooded = expect(visitor.locator('[data-flood]')).toContainText('cy_claps')
  await server.setClock(ENDS)
  await flooded
  // With reduced motion the result shows at once.
  for (const { page } of [ada, bo, cy, dee]) await expect(page.locator('[data-flood]')).toHaveCount(0)
  // Any key skips the animation.
  await visitor.keyboard.press('Escape')
  await expect(visitor.locator('[data-flood]')).toHaveCount(0)
  for (const [page, title, note] of words) {
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: title })).toHaveCount(1)
    await expect(page.getByText(note, { exact: true }).last()).toBeVisible()
  }
  await expect(bo.page.getByText('Your top gifter: dee_cheers, 80 Steeze')).toBeVisible()

  await cy.page.getByRole('button', { name: 'Share result' }).click()
  const shared = () => cy.page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)
  await expect.poll(shared).toEqual([
    {
      title: 'ada_live Wins!',
      text: `ada_live Wins! Who cooked harder? ${server.url}/battles/${id}`,
      files: [[`aura-battle-${id.slice(0, 8)}.jpg`, 'image/jpeg', true]],
    },
  ])
  const saving = visitor.waitForEvent('download')
  await visitor.getByRole('button', { name: 'Share result' }).click()
  expect((await saving).suggestedFilename()).toBe(`aura-battle-${id.slice(0, 8)}.jpg`)
  // After a reload the result shows without any animation.
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'ada_live Wins!' })).toBeVisible()
  await expect(visitor.locator('[data-flood]')).toHaveCount(0)
  for (const { page } of [ada, bo, cy, dee]) await page.context().close()
})
