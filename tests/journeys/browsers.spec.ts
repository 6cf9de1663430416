import { joinAs, logOut, startAs } from './support/person.ts'
import { serverForAll } from './support/server-for.ts'
import { expect, type Page, test } from './support/test.ts'

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })

/** Blocks what browsers block along with cookies, except cookies. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel'])
      Object.defineProperty(window, name, { configurable: true, get: refuse })
    LockManager.prototype.request = () => Promise.reject(new DOMException('', 'SecurityError'))
  })

test('signing in, every screen and logging out work where storage is blocked [frame.storage-blocked]', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await blockStorage(page)
  await page.goto(server.url)
  await joinAs(page, 'Ada')
  const paths = [
    'learn',
    'streak',
    'steeze-stack',
    'battles',
    'leaderboard',
    'league',
    'receipts',
    'settings',
    'profile',
  ]
  for (const path of paths) {
    await page.goto(`${server.url}/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Something broke' })).toHaveCount(0)
  }
  await logOut(page)
  expect(errors).toEqual([])
})

test('where cookies are blocked, the login says what to do [frame.storage-blocked]', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }))
  await page.goto(`${server.url}/?join=1`)
  await expect(page.getByRole('dialog', { name: 'Join Aura' })).toContainText('Allow cookies for this site')
})

test('a browser below the floor is told what to do [frame.browser-floor]', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'CSSPropertyRule'))
  await page.goto(`${server.url}/battles`)
  await expect(page.getByRole('heading', { name: 'Update your browser' })).toBeVisible()
  await expect(page.getByText('Chrome or Edge 111, Firefox 128, or Safari 16.4')).toBeVisible()
})

test.describe('on a journey', () => {
  test.use({ timezoneId: 'Europe/Berlin' })
  test('the day says whose midnight it follows, until the setting was seen [learning.zone-elsewhere]', async ({
    page,
  }) => {
    const signedIn = async () => {
      await page.goto(server.url)
      await expect(page.getByText('Lessons reset daily at midnight')).toBeVisible()
    }
    await startAs(page, server.url, 'Bo', 'Asia/Tokyo')
    const note = page.getByText('Midnight in Asia/Tokyo. This device is set to Europe/Berlin.')
    await expect(note).toBeVisible()
    await page.getByRole('link', { name: 'Change your time zone' }).click()
    await expect(page.getByRole('region', { name: 'Time zone' })).toBeVisible()
    await signedIn()
    await expect(note).toHaveCount(0)
  })
})
