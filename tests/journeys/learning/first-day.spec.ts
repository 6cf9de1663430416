import { answerUntilClaim } from '../support/lesson.ts'
import { joinAs, openNextLesson } from '../support/person.ts'
import { type RealServer, startRealServer } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

let server: RealServer
test.beforeAll(async () => {
  server = await startRealServer({}, { isFirst: true })
})
test.afterAll(() => server.stop())

test('a stranger joins, learns, claims, and finds it all after a reload and a restart', { tag: '@smoke' }, async ({
  page,
}) => {
  await page.goto(server.url)
  await joinAs(page, 'Ada')
  const hero = page.getByRole('region', { name: 'Your aura' })
  await expect(hero).toContainText('100')

  const { dialog, title } = await openNextLesson(page)
  await expect(dialog.getByText('Before you read, guess')).toBeVisible()
  await dialog.getByRole('button', { name: 'Take Knowledge Check' }).click()
  await answerUntilClaim(dialog)
  const claim = dialog.getByRole('button', { name: /^Claim \d+ AP$/ })
  const paid = Number(/\d+/.exec((await claim.textContent()) ?? '')?.[0])
  await claim.click()
  await expect(dialog.getByText(`You earned ${paid} AP`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Not now' }).click()

  const points = String(100 + paid)
  await expect(hero).toContainText(points)
  await expect(hero).toContainText('Clout Chaser')
  await expect(page.getByText('1 day streak')).toBeVisible()

  await page.reload()
  await expect(hero).toContainText(points)
  await server.restart()
  await page.reload()
  await expect(hero).toContainText(points)
  await expect(page.getByRole('button', { name: `Read Again: ${title}` })).toBeVisible()
})
