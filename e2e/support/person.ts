import { expect, type Locator, type Page } from '@playwright/test'
import { answerAll } from '../../server/test/actors/learning.ts'
import { passCheck } from './lesson.ts'

export const wallet = (page: Page): Locator => page.getByRole('dialog', { name: 'Aura Demo Wallet' })

export async function chooseDemoWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'LOGIN' }).first().click()
  await page.getByRole('dialog', { name: 'Join Aura' }).getByRole('button', { name: 'Aura Demo Wallet' }).click()
}

export async function joinAs(page: Page, account: string): Promise<void> {
  await chooseDemoWallet(page)
  await wallet(page).getByRole('radio', { name: account }).check()
  await wallet(page).getByRole('button', { name: 'Connect' }).click()
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
  await expect(page.getByRole('heading', { name: 'Level Up Today' })).toBeVisible()
}

/** Resolves once the session is over, because navigating earlier would cancel the request. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'LOGIN' }).first()).toBeVisible()
}

/** Resolves once its progress has loaded. */
export async function openNextLesson(page: Page): Promise<{ dialog: Locator; title: string }> {
  const button = page.getByRole('button', { name: /^Build Aura: / }).first()
  const title = ((await button.getAttribute('aria-label')) ?? '').replace('Build Aura: ', '')
  const known = page.waitForResponse((response) => response.url().endsWith('/status'))
  await button.click()
  await known
  return { dialog: page.getByRole('dialog'), title }
}

/** Claims the next lesson. */
export async function learn(page: Page): Promise<void> {
  const { dialog } = await openNextLesson(page)
  await (await passCheck(dialog)).click()
  await dialog.getByRole('button', { name: 'Keep going' }).click()
}

/** The same without a page. */
export async function learnByCalls({ request }: Pick<Page, 'request'>, origin: string): Promise<void> {
  const headers = { origin }
  const [lesson] = await (await request.get(`${origin}/api/lessons/daily`)).json()
  await answerAll(lesson, async (answer) => {
    const reply = await request.post(`${origin}/api/lessons/${lesson.id}/quiz`, { headers, data: { answer } })
    return reply.json()
  })
  const claimed = await request.post(`${origin}/api/lessons/complete`, { headers, data: { lessonId: lesson.id } })
  expect(claimed.ok()).toBe(true)
}
