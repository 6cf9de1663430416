import { callAs, challengeByCalls, fighter } from '../support/arena.ts'
import { joinByCalls } from '../support/by-calls.ts'
import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

const HERE = 'https://fcm.googleapis.com/fcm/send/here'
const MOVED = 'https://fcm.googleapis.com/fcm/send/moved'

let server: ClockServer
test.beforeAll(async () => {
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z' })
})
test.afterAll(() => server.stop())
test.use({ serviceWorkers: 'allow' })

test('a person turns notifications to this browser on and off, and is asked only then', async ({ page }) => {
  // There is no push service, so its API is replaced, also after reloads.
  await page.addInitScript((first) => {
    const asked: string[] = []
    const permission = () => localStorage.getItem('permission') as NotificationPermission
    const subscription = (endpoint: string) =>
      ({
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh: 'k'.repeat(87), auth: 'a'.repeat(22) } }),
        unsubscribe: async () => {
          localStorage.removeItem('subscribed')
          return true
        },
      }) as unknown as PushSubscription
    if (permission() === null) localStorage.setItem('permission', 'denied')
    Object.assign(window, { asked })
    Object.defineProperty(Notification, 'permission', { get: permission })
    Notification.requestPermission = async () => {
      asked.push('permission')
      return permission()
    }
    PushManager.prototype.getSubscription = async () => {
      const endpoint = localStorage.getItem('subscribed')
      return endpoint === null ? null : subscription(endpoint)
    }
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('subscribed', first)
      return subscription(first)
    }
  }, HERE)
  await joinByCalls(page.request, server.url, 'told_here')
  await page.goto(`${server.url}/settings`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const here = page.getByRole('switch', { name: /On this device/ })
  await expect(here).not.toBeChecked()
  expect(await page.evaluate('asked')).toEqual([])
  await here.click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Notifications are blocked')
  await expect(here).not.toBeChecked()
  await page.evaluate(() => localStorage.setItem('permission', 'granted'))
  const isOn = async (endpoint = HERE) => {
    const at = encodeURIComponent(endpoint)
    return (await (await page.request.get(`${server.url}/api/notifications/push?endpoint=${at}`)).json()).isOn
  }
  await here.click()
  await expect(here).toBeChecked()
  await expect(here).toBeEnabled()
  expect(await isOn()).toBe(true)
  await here.scrollIntoViewIfNeeded()
  await checkVisualsAndA11y(page, 'push-desktop')

  // The endpoint changed in the background, and the next page load reports it.
  await page.evaluate((moved) => localStorage.setItem('subscribed', moved), MOVED)
  await page.reload()
  await expect.poll(() => isOn(MOVED)).toBe(true)
  expect(await isOn()).toBe(false)
  await page.reload()
  await expect(here).toBeChecked()
  await here.click()
  await expect(here).not.toBeChecked()
  await expect.poll(() => isOn(MOVED)).toBe(false)
})

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
