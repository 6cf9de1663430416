import { callAs, challengeByCalls, type Fighter, fighter } from './support/arena.ts'
import { freshWallet } from './support/by-calls.ts'
import { changeAnswer, withoutLive } from './support/change-answer.ts'
import {
  brokenNumbers,
  brokenWords,
  checkVisualsAndA11y,
  crossedCells,
  cutTexts,
  drawn,
  inTheMargin,
  runningAnimations,
  sidewaysScroll,
  takePicture,
  withLargeLetters,
} from './support/check-visuals-and-a11y.ts'
import { keyboardFaults } from './support/keyboard.ts'
import { watchNetwork } from './support/quiet.ts'
import { type ClockServer, startClockServer } from './support/servers.ts'
import { type APIRequestContext, expect, type Page, test } from './support/test.ts'
import { type UiState, uiStates } from './support/ui-states.ts'

// Checks every UI state against all general requirements. Add states in support/ui-states.ts. The name makes
// this longest file start first, and its mode gives every worker a share of it.
test.describe.configure({ mode: 'parallel' })

const START = '2026-03-02T12:00:00Z'
const DESKTOP = { width: 1_440, height: 900 }
const TABLET = { width: 1_024, height: 768 }
const PHONE = { width: 390, height: 844 }
/** The longest and the widest usernames. */
const LONGEST = ['wwwwwwwwwwwwwwwwwwww', 'm_m_m_m_m_m_m_m_m_m_', 'iiiiiiiiiiiiiiiiiiii', 'aaaaaaaaaabbbbbbbbbb']
const MINE = 'wwwwwwwwww_mmmmmmmmm'

/** A moment before the first lesson of the day. */
const EARLY = '2026-03-02T06:00:00Z'

let crowded: ClockServer
let empty: Promise<ClockServer> | undefined
const ADMIN = freshWallet()
const CHIEF = 'chief_of_this_arena1'
const ids: Record<string, string> = {}

test.beforeAll(async ({ playwright }) => {
  const settings = { adminWallets: [ADMIN.address.toLowerCase()] }
  crowded = await startClockServer({ startAt: EARLY, settings })
  empty = undefined
  sessions = {}
  const people: Fighter[] = []
  for (const [nr, username] of LONGEST.entries()) {
    // The first person leads the ranking with a billion.
    const purse = { ap: nr === 0 ? 1_000_000_000 : 2_000_000, steeze: 3_000_000 }
    people.push(await fighter(crowded, await playwright.request.newContext(), username, purse))
  }
  const url = `https://${'w'.repeat(60)}.example.com/`
  const about = {
    bio: 'w'.repeat(160),
    links: Array.from({ length: 5 }, (_, at) => ({ name: 'W'.repeat(30), url: `${url}${at}` })),
  }
  const said = await people[0]?.request.put(`${crowded.url}/api/user/about`, {
    headers: { origin: crowded.url },
    data: about,
  })
  expect(said?.ok()).toBe(true)
  await fight(people)
  await crowded.setClock(START)
  for (const { request } of people) await request.dispose()
})

/**
 * Makes a finished battle, a live one with a million on each side, both with comments and cheers, and a pending one.
 */
async function fight([ada, bo, cy, dee]: Fighter[]): Promise<void> {
  if (!ada || !bo || !cy || !dee) throw new Error('too few people to fight')
  const title = 'QQQQQQQQQQQQQQQQQQQQ'
  const over = await challengeByCalls(crowded, ada, bo, { startsAt: '2026-03-02T07:00:00Z', duration: 3 })
  const live = await challengeByCalls(crowded, ada, bo, { title, startsAt: '2026-03-02T11:00:00Z', stake: 1_000_000 })
  for (const id of [over, live]) await callAs(crowded, bo, `/api/battles/${id}/accept`)
  const pending = await challengeByCalls(crowded, bo, ada, { startsAt: '2026-03-03T11:00:00Z' })
  for (const [id, at, amount] of [
    [over, '2026-03-02T08:00:00Z', 400],
    [live, '2026-03-02T11:30:00Z', 1_000_000],
  ] as const) {
    await crowded.setClock(at)
    await callAs(crowded, cy, '/api/battles/gift', { battleId: id, participantId: ada.id, amount: amount + 234 })
    await callAs(crowded, dee, '/api/battles/gift', { battleId: id, participantId: bo.id, amount })
    await callAs(crowded, cy, `/api/battles/${id}/react`, { participantId: ada.id, taps: 10 })
    for (const [author, text] of [
      [cy, 'w'.repeat(140)],
      [dee, 'See you at eight'],
      [ada, 'Watch me'],
    ] as const)
      await callAs(crowded, author, `/api/battles/${id}/comments`, { text })
  }
  Object.assign(ids, { over, live, pending, ada: ada.id })
}
test.afterAll(async () => {
  await crowded.stop()
  await (await empty)?.stop()
})
test.use({ timezoneId: 'UTC' })

/** Sessions by account; pages reuse their cookies. */
let sessions: Partial<Record<UiState['who'], Awaited<ReturnType<APIRequestContext['storageState']>>>>

/** Starts the empty product on first use, because few states need it. */
function emptyProduct(): Promise<ClockServer> {
  empty ??= startClockServer({ startAt: START })
  return empty
}

async function be(page: Page, who: 'person' | 'admin'): Promise<void> {
  const session = sessions[who]
  if (session) return page.context().addCookies(session.cookies)
  if (who === 'person') await fighter(crowded, page.request, MINE, { ap: 1_000, steeze: 300 })
  else await reign(await fighter(crowded, page.request, CHIEF, {}, ADMIN))
  sessions[who] = await page.request.storageState()
}

async function reign(chief: Fighter): Promise<void> {
  for (const note of ['w'.repeat(200), 'A founding creator', '']) {
    await callAs(crowded, chief, '/api/whitelist', { walletAddress: freshWallet().address, note })
  }
}

async function goTo(page: Page, { path, ready, open, texts = [] }: UiState, url: string): Promise<void> {
  const quiet = watchNetwork(page)
  await page.goto(url + path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? name))
  await expect(ready(page)).toBeVisible()
  await open?.(page)
  for (const text of texts) await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  // Images load after the text.
  await quiet()
}

/** Checks a width between the breakpoints, where desktop columns are narrowest. */
async function checkOnTablet(page: Page, picture: string): Promise<void> {
  await page.setViewportSize(TABLET)
  await drawn(page)
  await takePicture(page, `${picture}-tablet`)
  expect(await sidewaysScroll(page), 'scrolls sideways on a tablet').toBeLessThanOrEqual(0)
  expect(await brokenWords(page), 'has no room on a tablet').toEqual([])
  expect(await brokenNumbers(page), 'is broken on a tablet').toEqual([])
  expect(await inTheMargin(page), 'sticks out on a tablet').toEqual([])
  await page.setViewportSize(DESKTOP)
}

async function checkLargeText(page: Page, picture: string): Promise<void> {
  await drawn(page)
  await takePicture(page, `${picture}-large`)
  expect(await sidewaysScroll(page), `${picture} scrolls sideways with text of 200 %`).toBeLessThanOrEqual(0)
  expect(await cutTexts(page), `${picture}, cut off with text of 200 %`).toEqual([])
  expect(await crossedCells(page), `${picture}, crosses a line with text of 200 %`).toEqual([])
}

/** A state of each kind of screen. */
const SMOKE = [
  'landing',
  'join',
  'dashboard',
  'lesson',
  'live battles',
  'showdown, live',
  'gift',
  'profile',
  'steeze',
  'leaderboard',
]

test('each screen of npm test exists', () => {
  expect(SMOKE.filter((name) => !uiStates.some((state) => state.name === name))).toEqual([])
})

for (const state of uiStates) {
  const details = { tag: SMOKE.includes(state.name) ? ['@smoke'] : [] }
  test(
    `${state.name}: suits every eye, hand and screen [landing.footer-no-placeholders] ${state.proves ?? ''}`,
    details,
    async ({ page }) => {
      const { url } = state.who === 'visitor of an empty product' ? await emptyProduct() : crowded
      if (state.who === 'person' || state.who === 'admin') await be(page, state.who)
      if (state.withoutLive) await withoutLive(page)
      if (state.firstName !== undefined) {
        // No call sets a first name yet.
        await withoutLive(page)
        await changeAnswer(page, '**/api/auth/user', { firstName: state.firstName })
      }
      for (const [path, json] of Object.entries(state.answers ?? {})) {
        await page.route(`**${path}`, (route) => route.fulfill({ json }))
      }
      const picture = `state-${state.name.replace(/\W+/g, '-')}`
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(PHONE)
      await goTo(page, state, url)
      await checkVisualsAndA11y(page, `${picture}-light-phone`)
      expect(await brokenNumbers(page), 'is broken on a phone').toEqual([])
      if (!state.isGallery) await withLargeLetters(page, () => checkLargeText(page, `${picture}-phone`))
      // A resized window whose theme changes. Colours don't depend on the layout, so each theme is checked in one
      // layout.
      await page.setViewportSize(DESKTOP)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await drawn(page)
      await checkVisualsAndA11y(page, `${picture}-dark-desktop`)
      expect(await brokenNumbers(page), 'is broken on a desktop').toEqual([])
      expect(await runningAnimations(page), 'moves although less motion was asked for').toEqual([])
      expect(await keyboardFaults(page), 'with the keyboard').toEqual([])
      await expect(page.locator('a[href="#"], a:not([href])')).toHaveCount(0)
      if (!state.isGallery) {
        await checkOnTablet(page, picture)
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        await checkLargeText(page, `${picture}-desktop`)
      }
    },
  )
}
