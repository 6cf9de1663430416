import { callAs, challengeByCalls, type Fighter, fighter, scores } from '../support/arena.ts'
import { freshWallet } from '../support/by-calls.ts'
import { reach, use } from '../support/keyboard.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

const STARTS = '2026-03-02T16:00:00Z'
const ADMIN = freshWallet()

let server: ClockServer
test.beforeEach(async () => {
  server = await startClockServer({
    startAt: '2026-03-02T12:00:00Z',
    settings: { adminWallets: [ADMIN.address.toLowerCase()] },
  })
})
test.afterEach(async () => {
  expect(await server.audit()).toEqual([])
  await server.stop()
})

async function somebody(browser: Browser, name: string, wallet = freshWallet()): Promise<Fighter & { page: Page }> {
  const context = await browser.newContext({ timezoneId: 'UTC', reducedMotion: 'reduce' })
  const page = await context.newPage()
  return { page, ...(await fighter(server, context.request, name, { ap: 1_000 }, wallet)) }
}

const lane = (page: Page) => page.getByRole('log', { name: 'Comments' })
const said = (page: Page) => lane(page).getByRole('listitem')

async function say(page: Page, text: string): Promise<void> {
  await reach(page, 'Add a comment')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect(said(page).last()).toContainText(text)
}

test('comments arrive live, are muted and unmuted by a participant, and reported to an admin, and cheers are counted, by keyboard [battles.cheers] [battles.comments-blocked] [battles.comments-lane] [battles.comments-mute] [battles.comments-report]', {
  tag: '@smoke',
}, async ({ browser }) => {
  const [ada, bo, cy] = await Promise.all(['ada_live', 'bo_cooks', 'cy_claps'].map((name) => somebody(browser, name)))
  if (!ada || !bo || !cy) throw new Error('nobody came')
  const id = await challengeByCalls(server, ada, bo, { title: 'Who cooked harder?', startsAt: STARTS })
  await callAs(server, bo, `/api/battles/${id}/accept`)
  await server.setClock('2026-03-02T15:30:00Z')
  const visitor = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  for (const page of [ada.page, cy.page, visitor]) {
    await page.clock.setFixedTime('2026-03-02T15:30:00Z')
    await page.goto(`${server.url}/battles/${id}`)
  }

  // Half an hour is left before the start.
  await expect(lane(visitor)).toContainText('No comments yet.')
  await expect(visitor.getByRole('link', { name: 'Join to comment' })).toBeVisible()
  await say(cy.page, 'see https://aura.test')
  await expect(said(visitor)).toHaveText([/cy_claps see https:\/\/aura\.test/])
  await expect(lane(visitor).getByRole('link', { name: 'https' })).toHaveCount(0)
  await server.setClock(STARTS)
  await expect(visitor.getByRole('timer')).toBeVisible()
  await say(ada.page, 'Watch me')
  await expect(said(visitor)).toHaveCount(2)

  // Cheers fill their meter and leave the score alone.
  await use(cy.page, 'Cheer for ada_live')
  for (let tap = 0; tap < 2; tap++) await cy.page.keyboard.press('Enter')
  await expect(async () => {
    // Scheduled jobs run when the clock is set.
    await server.setClock(STARTS)
    await expect(visitor.getByRole('region', { name: 'Cheers: ada_live 3, bo_cooks 0' })).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await scores(visitor)).toMatchObject({ a: '0', b: '0' })

  // While paused, new comments wait; a folded lane stays folded after a reload.
  await use(visitor, 'Pause comments')
  await server.setClock('2026-03-02T16:00:10Z')
  await say(cy.page, 'So rude')
  await expect(visitor.getByText('1 new')).toBeVisible()
  await expect(lane(visitor)).toHaveAttribute('aria-live', 'off')
  await expect(said(visitor)).toHaveCount(2)
  await use(visitor, 'Resume comments')
  await expect(said(visitor)).toHaveCount(3)
  await use(visitor, 'Hide comments')
  await expect(lane(visitor)).toHaveCount(0)
  await visitor.reload()
  await use(visitor, 'Show comments')
  await expect(said(visitor)).toHaveCount(3)

  // A participant mutes a person, who alone is told.
  await use(ada.page, 'Options for cy_claps: So rude')
  const dialog = ada.page.getByRole('dialog', { name: 'Comment by cy_claps' })
  await expect(dialog).toContainText('So rude')
  await use(ada.page, 'Mute for this battle')
  await expect(dialog).toHaveCount(0)
  for (const page of [visitor, ada.page, cy.page]) await expect(said(page)).toHaveText([/Watch me/])
  await expect(cy.page.getByText('You are muted in this battle. Nobody sees your comments here.')).toBeVisible()
  await expect(cy.page.getByLabel('Add a comment')).toHaveCount(0)
  await use(ada.page, 'Unmute cy_claps')
  await expect(said(visitor)).toHaveCount(3)
  await expect(cy.page.getByLabel('Add a comment')).toBeVisible()

  // Two people of whom one blocked the other see none of each other's comments and can't comment on each other's
  // battles.
  await bo.request.put(`${server.url}/api/blocks/${cy.id}`, { headers: { origin: server.url } })
  await bo.page.goto(`${server.url}/battles/${id}`)
  await expect(said(bo.page)).toHaveText([/Watch me/])
  await cy.page.reload()
  await expect(cy.page.getByText('You can’t comment on this battle.')).toBeVisible()
  await expect(cy.page.getByLabel('Add a comment')).toHaveCount(0)
  await server.setClock('2026-03-02T16:00:21Z')
  await say(ada.page, 'Nearly done')
  await expect(said(bo.page)).toHaveText([/Watch me/, /Nearly done/])

  // Any user can report, and an admin decides.
  await use(cy.page, 'Options for ada_live: Watch me')
  await expect(cy.page.getByRole('button', { name: 'Mute for this battle' })).toHaveCount(0)
  await reach(cy.page, 'Insults, threats or hate')
  await cy.page.keyboard.press('Space')
  await use(cy.page, 'Report')
  await expect(cy.page.getByText('An admin will look at this comment.').first()).toBeVisible()
  const admin = await somebody(browser, 'dee_decides', ADMIN)
  await admin.page.goto(`${server.url}/admin/comments`)
  await expect(admin.page.getByRole('list', { name: 'Reported comments' })).toContainText('1 report: abuse')
  await use(admin.page, 'Remove the comment by ada_live')
  await reach(admin.page, 'Reason')
  await admin.page.keyboard.type('For the test')
  await use(admin.page, /^Remove$/)
  await expect(admin.page.getByRole('heading', { name: 'No reported comments' })).toBeVisible()
  for (const page of [visitor, ada.page]) await expect(said(page)).toHaveText([/see https/, /So rude/, /Nearly done/])

  // After the end comments can be read but not added.
  await server.setClock('2026-03-02T20:01:00Z')
  await expect(visitor.getByRole('heading', { name: 'Aura Draw - No Winner' })).toBeVisible()
  await expect(said(visitor)).toHaveCount(3)
  await expect(cy.page.getByLabel('Add a comment')).toHaveCount(0)
  for (const { page } of [ada, bo, cy, admin]) await page.context().close()
  await visitor.context().close()
})
