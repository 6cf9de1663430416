import type { Review } from '@aura/api/calls/lessons/review'
import { expect, type Locator, type Page } from '@playwright/test'
import { privateKeyToAccount } from 'viem/accounts'
import { DEMO_ACCOUNTS } from '../../../web/src/dev/demo-wallet/accounts.ts'
import { answerAll, type Lesson, reviewLabRun, rightResponse } from '../../server/actors/learning.ts'
import { joinByCalls } from './by-calls.ts'
import { solveLabByCalls } from './labs.ts'

export const wallet = (page: Page): Locator => page.getByRole('dialog', { name: 'Aura Demo Wallet' })

export const joinDialog = (page: Page): Locator => page.getByRole('dialog', { name: /^(Join Aura|Welcome back)/ })

export async function chooseDemoWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'LOGIN' }).first().click()
  await joinDialog(page).getByRole('button', { name: 'Aura Demo Wallet' }).click()
}

/** Starts a sign-in with an account of the demo wallet, without waiting for it. */
export async function signInAs(page: Page, account: string): Promise<void> {
  await page.getByRole('button', { name: 'LOGIN' }).first().click()
  await joinWith(page, account)
}

/** As `signInAs`, in the dialog that is open. */
export async function joinWith(page: Page, account: string): Promise<void> {
  await joinDialog(page).getByRole('button', { name: 'Aura Demo Wallet' }).click()
  await wallet(page).getByRole('radio', { name: account }).check()
  await wallet(page).getByRole('button', { name: 'Connect' }).click()
  await wallet(page).getByRole('button', { name: 'Sign' }).click()
}

/** Connects this account of the demo wallet if it isn't connected. Returns the button that signs. */
export async function readyToSign(page: Page, account: string): Promise<Locator> {
  const choose = wallet(page).getByRole('radio', { name: account })
  const sign = wallet(page).getByRole('button', { name: 'Sign' })
  await expect(choose.or(sign).first()).toBeVisible()
  if (await choose.isVisible()) {
    await choose.check()
    await wallet(page).getByRole('button', { name: 'Connect' }).click()
  }
  return sign
}

/** Skips the welcome if it is shown, and waits for the dashboard. */
export async function toDashboard(page: Page): Promise<void> {
  const dashboard = page.getByRole('heading', { name: 'Level Up Today' })
  const skip = page.getByRole('button', { name: 'Skip', exact: true })
  await expect(dashboard.or(skip)).toBeVisible()
  if (await skip.isVisible()) await skip.click()
  await expect(dashboard).toBeVisible()
}

export async function joinAs(page: Page, account: string): Promise<void> {
  await signInAs(page, account)
  await toDashboard(page)
}

/**
 * Opens the dashboard as an account of the demo wallet that joined by calls. Its wallet isn't connected, so journeys
 * with payments can't use it.
 */
export async function startAs(page: Page, origin: string, account: string, timeZone = 'UTC'): Promise<void> {
  const demo = DEMO_ACCOUNTS.find(({ name }) => name === account)
  if (!demo) throw new Error(`the demo wallet has no ${account}`)
  await joinByCalls(page.request, origin, undefined, privateKeyToAccount(demo.privateKey), timeZone)
  await page.goto(origin)
  await expect(page.getByRole('heading', { name: 'Level Up Today' })).toBeVisible()
}

/** Logs out. Resolves once the session is over, because navigating earlier would cancel the request. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'LOGIN' }).first()).toBeVisible()
}

/** Opens the next lesson. Resolves once its progress has loaded. */
export async function openNextLesson(page: Page): Promise<{ dialog: Locator; title: string }> {
  const button = page.getByRole('button', { name: /^Build Aura: / }).first()
  const title = ((await button.getAttribute('aria-label')) ?? '').replace('Build Aura: ', '')
  const known = page.waitForResponse((response) => response.url().endsWith('/status'))
  await button.click()
  await known
  return { dialog: page.getByRole('dialog'), title }
}

/** Claims the next lesson or finishes the review without a page. */
export async function learnByCalls({ request }: Pick<Page, 'request'>, origin: string): Promise<void> {
  const post = postBy(request, origin)
  const lesson = (await dailyLessons({ request }, origin)).find(({ completed }) => !completed)
  if (!lesson) return passReviewByCalls(post)
  await answerAll(lesson, (answer) => post(`/api/lessons/${lesson.id}/quiz`, { answer }))
  await solveLabByCalls({ request }, origin, lesson)
  await post('/api/lessons/complete', { lessonId: lesson.id })
}

async function passReviewByCalls(post: ReturnType<typeof postBy>): Promise<void> {
  let review: Review = await post('/api/review/start')
  while (review.question) {
    const { question } = review
    const answer = { questionId: question.id, answer: rightResponse(question) }
    review = (await post('/api/review/answer', answer)).review
  }
  if (review.lab) await post('/api/review/lab', { transcript: await reviewLabRun(review) })
}

const postBy = (request: Page['request'], origin: string) => async (path: string, data?: object) => {
  const reply = await request.post(`${origin}${path}`, { headers: { origin }, data })
  expect(reply.ok(), `${path} answered ${reply.status()}`).toBe(true)
  return reply.json()
}

async function dailyLessons({ request }: Pick<Page, 'request'>, origin: string): Promise<Lesson[]> {
  return (await request.get(`${origin}/api/lessons/daily`)).json()
}
