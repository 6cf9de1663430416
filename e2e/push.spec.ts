import { expect, test } from '@playwright/test'
import { joinByCalls } from './support/by-calls.ts'
import { look } from './support/look.ts'
import { type ClockServer, startClockServer } from './support/servers.ts'

let server: ClockServer
test.beforeAll(async () => {
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z' })
})
test.afterAll(() => server.stop())
test.use({ serviceWorkers: 'allow' })

test('a person turns notifications to this browser on and off, and is asked only then', async ({ page }) => {
  // A browser without a push service behind it: what the page asks of it is answered here.
  await page.addInitScript(() => {
    let made: PushSubscription | null = null
    const asked: string[] = []
    let permission: NotificationPermission = 'denied'
    Object.assign(window, { asked, allow: () => (permission = 'granted') })
    Notification.requestPermission = async () => {
      asked.push('permission')
      return permission
    }
    const endpoint = 'https://fcm.googleapis.com/fcm/send/here'
    PushManager.prototype.getSubscription = async () => made
    PushManager.prototype.subscribe = async () => {
      made = {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh: 'k'.repeat(87), auth: 'a'.repeat(22) } }),
        unsubscribe: async () => {
          made = null
          return true
        },
      } as unknown as PushSubscription
      return made
    }
  })
  await joinByCalls(page.request, server.url, 'told_here')
  await page.goto(`${server.url}/settings`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const here = page.getByRole('switch', { name: /On this device/ })
  await expect(here).not.toBeChecked()
  expect(await page.evaluate('asked')).toEqual([])
  await here.click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Notifications are blocked')
  await expect(here).not.toBeChecked()
  await page.evaluate('allow()')
  const isOn = async () => {
    const at = encodeURIComponent('https://fcm.googleapis.com/fcm/send/here')
    return (await (await page.request.get(`${server.url}/api/notifications/push?endpoint=${at}`)).json()).isOn
  }
  await here.click()
  await expect(here).toBeChecked()
  await expect(here).toBeEnabled()
  expect(await isOn()).toBe(true)
  await here.scrollIntoViewIfNeeded()
  await look(page, 'push-desktop')
  await here.click()
  await expect(here).not.toBeChecked()
  await expect.poll(isOn).toBe(false)
})
