import { callAs, challengeByCalls, type Fighter, fighter } from '../support/arena.ts'
import { reach, use } from '../support/keyboard.ts'
import { serverForEach } from '../support/server-for.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

const STARTS = '2026-03-02T16:00:00Z'

const server = serverForEach({ startAt: '2026-03-02T12:00:00Z' })

async function somebody(browser: Browser, name: string): Promise<Fighter & { page: Page }> {
  const context = await browser.newContext({ timezoneId: 'UTC', reducedMotion: 'reduce' })
  const page = await context.newPage()
  return { page, ...(await fighter(server, context.request, name)) }
}

const lane = (page: Page) => page.getByRole('log', { name: 'Comments' })
const said = (page: Page) => lane(page).getByRole('listitem')

async function say(page: Page, text: string): Promise<void> {
  await reach(page, 'Add a comment')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect(said(page).last()).toContainText(text)
}

test('comments arrive live, and are muted and unmuted by a participant, by keyboard [battles.comments-lane] [battles.comments-mute]', {
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

  await server.setClock('2026-03-02T16:00:10Z')
  await say(cy.page, 'So rude')
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

  for (const { page } of [ada, cy]) await page.context().close()
  await visitor.context().close()
})
