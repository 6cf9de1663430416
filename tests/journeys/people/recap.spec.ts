import { joinByCalls } from '../support/by-calls.ts'
import { learnByCalls } from '../support/person.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, test } from '../support/test.ts'

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })
test.use({ timezoneId: 'UTC' })

test('a week is lived, Monday comes, and the bell leads to what it was [recap.route] [recap.dashboard] [recap.picture] [recap.video]', async ({
  page,
}) => {
  await joinByCalls(page.request, server.url, 'calm_cleo')
  await page.goto(`${server.url}/recap`)
  await expect(page.getByRole('heading', { name: 'Your first recap comes on Monday, 9 March' })).toBeVisible()
  for (const day of ['02', '03', '05', '06', '07']) {
    await server.setClock(`2026-03-${day}T18:00:00Z`)
    await learnByCalls(page, server.url)
  }
  // Computes the usual hour a moment after the claim and passes Sunday's rounds.
  for (const moment of ['07T18:05', '08T12:00', '09T17:59']) await server.setClock(`2026-03-${moment}:00Z`)
  await page.goto(server.url)
  await expect(page.getByRole('region', { name: 'Last week' })).toContainText('5 days lit, 5 lessons')
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await server.setClock('2026-03-09T18:00:00Z')

  const bell = page.getByRole('button', { name: /^Notifications/ })
  await bell.focus()
  await page.keyboard.press('Enter')
  const notice = page.getByRole('link', { name: /Your week on Aura/ })
  await expect(notice).toBeVisible()
  await notice.press('Enter')
  await expect(page).toHaveURL(`${server.url}/recap/2026-03-02`)
  await expect(page.getByText('2–8 March 2026')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Days' })).toContainText('Thursday: lit')
  await expect(page.getByRole('list', { name: 'Days' })).toContainText('Wednesday: nothing')
  await expect(page.getByRole('definition').first()).toHaveText('5')

  const picture = page.getByRole('region', { name: 'Best moment' }).getByRole('img')
  await expect(picture).toHaveAccessibleName('First line lit. A ring begins with one lesson.')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy picture' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Picture copied')
  const copied = page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const bitmap = item && (await createImageBitmap(await item.getType('image/png')))
    return [item?.types, bitmap?.width, bitmap?.height]
  })
  expect(await copied).toEqual([['image/png'], 1200, 630])

  const save = page.getByRole('button', { name: 'Save picture' })
  await save.focus()
  const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(saved.suggestedFilename()).toBe('aura-week-2026-03-02.jpg')
  // This browser's share sheet takes no files.
  const upright = page.getByRole('button', { name: 'Story picture' })
  const [story] = await Promise.all([page.waitForEvent('download'), upright.click()])
  expect(story.suggestedFilename()).toBe('aura-week-2026-03-02-upright.jpg')

  await page.getByRole('button', { name: 'Make a video' }).click()
  const video = page.getByRole('dialog', { name: 'Your video' })
  await expect(video.getByRole('status')).toHaveText(/^Your video is ready/, { timeout: 240_000 })
  const kept = video.getByRole('button', { name: 'Save video' })
  const [made] = await Promise.all([page.waitForEvent('download'), kept.click()])
  expect(made.suggestedFilename()).toMatch(/^aura-week-2026-03-02\.(mp4|webm)$/)
})
