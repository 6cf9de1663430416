import { respond } from '../support/lesson.ts'
import { startAs } from '../support/person.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, test } from '../support/test.ts'

const NOON = '2026-03-02T12:00:00Z'

const server = serverForAll({ startAt: NOON })
test.use({ timezoneId: 'UTC' })
test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: Date.parse(NOON) })
})

test('a unit is passed at once from the path, and stands on the profile with its day [learning.path-screen] [learning.placement]', async ({
  page,
}) => {
  await startAs(page, server.url, 'Ada')
  const { auraPoints } = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Learn' }).click()
  await expect(page.getByRole('img', { name: '0 of 12 lessons done, 0 of 8 units finished' })).toBeVisible()
  const unit = page.getByRole('region', { name: 'Dollars on chain' })
  await expect(unit).toContainText('0 of 2 lessons')

  await unit.getByRole('button', { name: 'Take the Check: Dollars on chain' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dollars on chain' })
  const submit = dialog.getByRole('button', { name: 'Submit Answer' })
  await respond(dialog, { wrong: true })
  await submit.click()
  await expect(dialog.getByText('Incorrect Answer')).toBeVisible()
  await expect(dialog.getByText('A wrong answer ends this attempt.')).toBeVisible()
  // Reopened, it continues with the next question.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await unit.getByRole('button', { name: /Dollars on chain/ }).click()
  await expect(dialog.getByRole('img', { name: '1 of 4 answered' })).toBeVisible()
  for (let place = 2; place <= 4; place++) {
    await respond(dialog)
    await submit.click()
    if (place === 4) continue
    const next = dialog.getByRole('button', { name: 'Next Question' })
    await expect(next).toBeVisible()
    // The second half of a double click on Submit, which the response has overtaken.
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await next.click()
  }
  await page.getByRole('button', { name: 'Keep going' }).click()
  await expect(dialog.getByText('Passed: +150 AP, day 1.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(unit).toContainText('Finished 2 Mar 2026')
  await expect(unit.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('img', { name: '2 of 12 lessons done, 1 of 8 units finished' })).toBeVisible()
  const after = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  expect(after).toMatchObject({ auraPoints: auraPoints + 150, currentStreak: 1 })

  // A failed try rests every unit until tomorrow.
  await page.goto(`${server.url}/learn`)
  await page.getByRole('button', { name: /Scams/ }).click()
  await respond(page.getByRole('dialog'), { wrong: true })
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(page.getByText('Not passed.')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('You can try to pass a unit again tomorrow.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Take the Check|Continue): / })).toHaveCount(0)
  expect(await server.audit()).toEqual([])
})
