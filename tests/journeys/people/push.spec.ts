import { callAs, challengeByCalls, fighter } from '../support/arena.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, test } from '../support/test.ts'

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })
test.use({ serviceWorkers: 'allow' })

test('a click on a notification shows its page without a reload, keeps a draft on the same one and leaves an overlay alone [notifications.push-click]', async ({
  page,
  playwright,
}) => {
  const ada = await fighter(server, page.request, 'ada_pushed')
  const bo = await fighter(server, await playwright.request.newContext(), 'bo_pushed')
  const id = await challengeByCalls(server, bo, ada, { startsAt: '2026-03-02T16:00:00Z' })
  await callAs(server, ada, `/api/battles/${id}/accept`)
  await server.setClock('2026-03-02T16:00:00Z')
  await page.goto(`${server.url}/battles/${id}`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const draft = page.getByRole('textbox', { name: 'Add a comment' })
  await draft.fill('See you at')
  const overlay = await page.context().newPage()
  await overlay.goto(`${server.url}/overlay/battle/${id}`)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const click = (path: string) =>
    page
      .context()
      .serviceWorkers()[0]
      ?.evaluate(async (to) => {
        const work: Promise<unknown>[] = []
        const event = Object.assign(new Event('notificationclick'), {
          notification: { close: () => undefined, data: { path: to } },
          waitUntil: (promise: Promise<unknown>) => work.push(promise),
        })
        dispatchEvent(event)
        await Promise.all(work)
      }, path)
  await click(`/battles/${id}`)
  await expect(draft).toHaveValue('See you at')
  await click('/streak')
  await expect(page).toHaveURL(`${server.url}/streak`)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await expect(overlay).toHaveURL(`${server.url}/overlay/battle/${id}`)
  expect(page.context().pages()).toHaveLength(2)
  await bo.request.dispose()
})
