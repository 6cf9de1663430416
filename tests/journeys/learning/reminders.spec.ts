import { joinByCalls } from '../support/by-calls.ts'
import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { learnByCalls } from '../support/person.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, type Page, test } from '../support/test.ts'

const START = '2026-03-02T18:00:00Z'

let server: ClockServer
test.beforeAll(async () => {
  server = await startClockServer({ startAt: START })
})
test.afterAll(() => server.stop())
test.use({ timezoneId: 'UTC' })

const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: unread > 0 ? `Notifications, ${unread} unread` : 'Notifications', exact: true })
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const hour = (page: Page) => page.getByRole('combobox', { name: 'Remind me at' })

test('a reminder comes at the chosen hour while the day is open, another while a streak needs it, and one tap ends them [notifications.day-reminder] [notifications.streak-reminder] [notifications.reminder-closed] [notifications.reminder-off]', async ({
  page,
}) => {
  const goTo = async (at: string) => {
    await server.setClock(at)
    await page.clock.setSystemTime(at)
  }
  await page.clock.install({ time: START })
  await joinByCalls(page.request, server.url)
  await page.goto(`${server.url}/settings`)
  await expect(hour(page)).toContainText('When I usually learn')
  await hour(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: '9:00', exact: true }).press('Enter')
  await expect(hour(page)).toContainText('9:00')
  await page.reload()
  await expect(hour(page)).toContainText('9:00')
  await learnByCalls(page, server.url)

  // Second day: the reminder comes once, at nine, and counts as read when the day counts.
  await page.goto(server.url)
  await goTo('2026-03-03T08:59:00Z')
  await expect(bell(page, 0)).toBeVisible()
  await goTo('2026-03-03T09:00:30Z')
  await expect(bell(page, 1)).toBeVisible()
  await bell(page, 1).click()
  await expect(panel(page)).toContainText('Light line 2 of your streak')
  await expect(panel(page)).toContainText('Your day is still open. One lesson or one review counts.')
  await page.keyboard.press('Escape')
  await goTo('2026-03-03T12:00:00Z')
  await learnByCalls(page, server.url)
  await expect(bell(page, 0)).toBeVisible()

  // Third day: it counts before nine, so no reminder comes.
  await goTo('2026-03-04T07:30:00Z')
  await learnByCalls(page, server.url)
  await goTo('2026-03-04T23:00:00Z')
  await expect(bell(page, 0)).toBeVisible()

  // Fourth day: it is open until late, and a streak of three is at stake.
  await goTo('2026-03-05T09:00:30Z')
  await expect(bell(page, 1)).toBeVisible()
  await goTo('2026-03-05T21:59:00Z')
  await expect(bell(page, 1)).toBeVisible()
  await goTo('2026-03-05T22:00:30Z')
  await expect(bell(page, 2)).toBeVisible()
  await bell(page, 2).click()
  await expect(panel(page)).toContainText('Your 3-day streak needs today')
  await expect(panel(page)).toContainText('Your day ends at midnight.')
  await checkVisualsAndA11y(page, 'reminders')
  const daily = panel(page).getByRole('listitem').filter({ hasText: 'Light line 4 of your streak' })
  await daily.getByRole('button', { name: 'Turn these off' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Turned off')
  await page.keyboard.press('Escape')
  await learnByCalls(page, server.url)
  await expect(bell(page, 0)).toBeVisible()

  // The kind that was turned off doesn't come; the other does.
  await goTo('2026-03-06T21:00:00Z')
  await expect(bell(page, 0)).toBeVisible()
  await goTo('2026-03-06T22:00:30Z')
  await expect(bell(page, 1)).toBeVisible()
  await page.goto(`${server.url}/settings`)
  await expect(page.getByRole('switch', { name: 'Daily reminder in the bell', exact: true })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Streak reminder in the bell', exact: true })).toBeChecked()
})
