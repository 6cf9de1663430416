import { fighter } from '../support/arena.ts'
import { joinByCalls } from '../support/by-calls.ts'
import { learnByCalls } from '../support/person.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, test } from '../support/test.ts'

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })
test.use({ timezoneId: 'UTC' })

test('a person is followed from their profile, and hides who follows them [profile.follow-from-profile] [profile.feed]', async ({
  page,
  browser,
}) => {
  const other = await browser.newContext()
  const { id } = await fighter(server, other.request, 'temi_sings', {})
  await joinByCalls(page.request, server.url, 'calm_cleo')
  await page.goto(server.url)
  const feed = page.getByRole('region', { name: 'People you follow' })
  await expect(feed).toContainText('You don’t follow anyone yet')
  await page.goto(`${server.url}/user/${id}`)
  const follows = page.getByRole('region', { name: 'Follows' })
  await expect(follows).toContainText('No followers yet.')
  await page.getByRole('button', { name: 'Follow temi_sings' }).click()
  await expect(page.getByRole('button', { name: 'Unfollow temi_sings' })).toBeVisible()
  await expect(follows.getByRole('list', { name: 'Followers' })).toContainText('calm_cleo')
  await expect(follows).toContainText('Followers 1')

  const theirs = await other.newPage()
  await learnByCalls(theirs, server.url)
  await page.goto(server.url)
  await expect(feed.getByRole('list', { name: 'News' })).toContainText('temi_sings lit their first line')
  await page.goto(`${server.url}/user/${id}`)

  await theirs.goto(`${server.url}/settings`)
  const hide = theirs.getByRole('switch', { name: 'Hide my followers' })
  await hide.click()
  await expect(hide).toBeChecked()
  await page.reload()
  await expect(follows).toContainText('This person keeps their followers to themselves.')
  await page.getByRole('button', { name: 'Unfollow temi_sings' }).click()
  await expect(follows).toContainText('Followers 0')
})

test('a person is blocked from the menu of their profile, and unblocked in Settings [profile.block-from-profile] [profile.menu]', async ({
  page,
  browser,
}) => {
  const other = await browser.newContext()
  const { id } = await fighter(server, other.request, 'loud_larry', {})
  await joinByCalls(page.request, server.url, 'quiet_quinn')
  await page.goto(`${server.url}/user/${id}`)
  const more = page.getByRole('button', { name: 'More about loud_larry' })
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  // It is there once the relation has been read; until then the menu opens on what follows it.
  await page.getByRole('menuitem', { name: 'Mute', includeHidden: true }).waitFor({ state: 'attached' })
  await more.press('Enter')
  await expect(item('Mute')).toBeFocused()
  for (const [key, name] of [
    ['ArrowUp', 'Report'],
    ['ArrowDown', 'Mute'],
    ['End', 'Report'],
    ['Home', 'Mute'],
    ['ArrowDown', 'Block'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(item(name)).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await expect(item('Block')).toBeHidden()
  await more.click()
  await item('Block').click()
  const question = page.getByRole('alertdialog', { name: 'Block loud_larry?' })
  await expect(question).toContainText('loud_larry isn’t told.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(more).toBeFocused()
  await more.click()
  await item('Block').click()
  await question.getByRole('button', { name: 'Block' }).click()
  await expect(page.getByText('loud_larry is blocked')).toBeVisible()
  await more.click()
  await expect(item('Unblock')).toBeVisible()
  await expect(page.getByText('You blocked this person.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Vouch', exact: true })).toBeHidden()

  await page.goto(`${server.url}/settings`)
  const list = page.getByRole('list', { name: 'Blocked people' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('button', { name: 'Unblock loud_larry' }).click()
  await expect(page.getByText('You haven’t blocked anyone.')).toBeVisible()
  await page.goto(`${server.url}/user/${id}`)
  await more.click()
  await expect(item('Block')).toBeVisible()
})
