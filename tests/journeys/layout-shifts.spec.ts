import { callAs, challengeByCalls, type Fighter, fighter } from './support/arena.ts'
import { freshWallet } from './support/by-calls.ts'
import { recordShifts, shiftsOf } from './support/layout-shift.ts'
import { watchNetwork } from './support/quiet.ts'
import { type ClockServer, startClockServer } from './support/servers.ts'
import { longNeighbours, longRedemptions, shortReserves } from './support/states/money.ts'
import { expect, type Page, test } from './support/test.ts'

const MOST = 0.02
const ADMIN = freshWallet()

let server: ClockServer
let people: Fighter[]
let battle: string
test.beforeEach(async ({ playwright }) => {
  const settings = { adminWallets: [ADMIN.address.toLowerCase()] }
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z', settings })
  people = []
  for (const name of ['ada_live', 'bo_cooks', 'cy_claps']) {
    people.push(await fighter(server, await playwright.request.newContext(), name, { ap: 1_000, steeze: 500 }))
  }
  const [ada, bo] = people as [Fighter, Fighter]
  battle = await challengeByCalls(server, ada, bo, { startsAt: '2026-03-02T13:00:00Z', duration: 3 })
  await callAs(server, bo, `/api/battles/${battle}/accept`)
  await server.setClock('2026-03-02T13:30:00Z')
})
test.afterEach(async () => {
  for (const { request } of people) await request.dispose()
  await server.stop()
})
test.use({ timezoneId: 'UTC', contextOptions: { reducedMotion: 'no-preference' } })

interface Scene {
  name: string
  who: 'visitor' | 'person' | 'admin'
  path: () => string
  /** Resolves once everything is on the page. */
  play: (page: Page) => Promise<unknown>
}

const gift = (to: number, amount: number) =>
  callAs(server, people[2] as Fighter, '/api/battles/gift', { battleId: battle, participantId: people[to]?.id, amount })

const SCENES: readonly Scene[] = [
  {
    name: 'the Join sheet',
    who: 'visitor',
    path: () => '/',
    play: async (page) => {
      await page.getByRole('button', { name: 'LOGIN' }).first().click()
      await page.getByRole('button', { name: 'Aura Demo Wallet' }).waitFor()
    },
  },
  {
    name: 'the reserves of the landing page',
    who: 'visitor',
    path: () => '/',
    play: async (page) => {
      await page.route('**/api/reserves', (route) => route.fulfill({ json: shortReserves }))
      await page.getByRole('region', { name: 'Nothing to take on trust' }).scrollIntoViewIfNeeded()
      await page.getByText('Steeze outstanding').waitFor()
    },
  },
  {
    name: 'the profile of another',
    who: 'person',
    path: () => `/user/${people[0]?.id}`,
    play: (page) => page.getByText('Battle Statistics').waitFor(),
  },
  {
    name: 'the challenge form',
    who: 'person',
    path: () => '/battles',
    play: async (page) => {
      const late = Promise.withResolvers<void>()
      // Fewer than there is room for while they load.
      await page.route('**/api/battles/opponents', async (route) => {
        const response = await route.fetch()
        const found: { username: string }[] = await response.json()
        await late.promise
        await route.fulfill({ response, json: found.filter(({ username }) => username === 'cy_claps') })
      })
      await page.getByRole('button', { name: 'Create Battle' }).first().click()
      const form = page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
      const suggested = form.getByRole('region', { name: 'Online now' })
      await suggested.waitFor()
      const height = async () => (await suggested.boundingBox())?.height
      const loading = await height()
      late.resolve()
      await suggested.getByRole('button', { name: /cy_claps/ }).waitFor()
      expect(await height()).toBe(loading)
      await form.getByLabel('Opponent').fill('bo_c')
      await form.getByRole('list', { name: 'Creators found' }).getByRole('button').click()
      await form.getByRole('group', { name: 'Opponent' }).waitFor()
      await suggested.getByRole('button', { name: /cy_claps/ }).click()
      await form.getByRole('group', { name: 'Opponent' }).getByText('cy_claps').waitFor()
    },
  },
  {
    name: 'a live battle with comments and gifts',
    who: 'person',
    path: () => `/battles/${battle}`,
    play: async (page) => {
      await page.getByRole('textbox', { name: /omment/ }).waitFor()
      for (const [author, text] of [
        [0, 'Watch me'],
        [1, 'See you at eight, and bring whoever you like to watch how this is done'],
        [2, 'Go'],
      ] as const) {
        await callAs(server, people[author] as Fighter, `/api/battles/${battle}/comments`, { text })
        await page.getByRole('log', { name: 'Comments' }).getByText(text).waitFor()
      }
      await gift(0, 20)
      await gift(1, 150)
      await expect(page.locator('[data-score]').nth(1)).toHaveText('150')
    },
  },
  {
    name: 'the dialog of a comment',
    who: 'person',
    path: () => `/battles/${battle}`,
    play: async (page) => {
      await callAs(server, people[1] as Fighter, `/api/battles/${battle}/comments`, { text: 'Watch me' })
      await page.getByRole('button', { name: /^Options for bo_cooks/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Comment by bo_cooks' })
      await dialog.getByRole('radio').first().check()
      await dialog.getByRole('button', { name: 'Report' }).click()
      await dialog.waitFor({ state: 'detached' })
    },
  },
  {
    name: 'the desk of redemptions',
    who: 'admin',
    path: () => '/admin/redemptions',
    play: async (page) => {
      await page.getByRole('list', { name: 'Waiting redemptions' }).waitFor()
      await page
        .getByRole('button', { name: /^Related accounts of/ })
        .first()
        .click()
      await page.getByRole('button', { name: /^Undo: / }).waitFor()
    },
  },
  {
    name: 'a made challenge link',
    who: 'person',
    path: () => '/battles',
    play: async (page) => {
      await page.getByRole('button', { name: 'Create Battle' }).first().click()
      const form = page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
      await form.getByRole('radio', { name: 'Anyone with a link' }).click()
      await form.getByRole('button', { name: 'MAKE CHALLENGE LINK' }).click()
      await page.getByRole('dialog', { name: 'Your challenge link is ready' }).waitFor()
    },
  },
  {
    name: 'the end of a battle',
    who: 'person',
    path: () => `/battles/${battle}`,
    play: async (page) => {
      await gift(0, 20)
      await expect(page.locator('[data-score]').first()).toHaveText('20')
      await server.setClock('2026-03-02T16:00:01Z')
      await page.getByRole('link', { name: 'How it was decided' }).waitFor()
      await page.getByRole('heading', { name: /Wins!/ }).waitFor()
    },
  },
]

for (const scene of SCENES) {
  for (const [size, viewport] of [
    ['phone', { width: 390, height: 844 }],
    ['desktop', { width: 1_440, height: 900 }],
  ] as const) {
    test(`${scene.name} stays where it is on a ${size} [frame.layout-shift] [battles.suggested-room]`, async ({
      page,
    }) => {
      if (scene.who === 'person') await fighter(server, page.request, 'dee_cheers', { ap: 500, steeze: 50 })
      if (scene.who === 'admin') {
        await fighter(server, page.request, 'chief', {}, ADMIN)
        await page.route('**/api/admin/redemptions', (route) => route.fulfill({ json: longRedemptions }))
        await page.route('**/api/admin/redemptions/*', (route) => route.fulfill({ json: longNeighbours }))
      }
      await page.setViewportSize(viewport)
      await recordShifts(page)
      const quiet = watchNetwork(page)
      await page.goto(server.url + scene.path())
      await scene.play(page)
      await quiet()
      const { total, of } = await shiftsOf(page)
      expect(total, of.join('\n')).toBeLessThan(MOST)
    })
  }
}
