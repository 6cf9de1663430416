import type { Page } from '@playwright/test'
import type { Answer } from '../../../../api/src/calls.ts'
import { reviewLabRun } from '../../../server/actors/learning.ts'

type Review = Answer<'GET /api/review'>

const SEED = `0x${'5e'.repeat(32)}`
const lesson = { lessonId: 'first-transfer', lessonTitle: 'Your first transfer of USDC' }

const base: Review = {
  state: 'open',
  knownPercent: 83,
  due: 1,
  auraReward: 10,
  progress: { questions: 5, rightAnswers: 3, wrongAnswers: 1, rightNeeded: 4 },
  question: null,
  lab: null,
  winsBack: null,
  availableUntil: '2026-03-03T00:00:00.000Z',
  serverTime: '2026-03-02T12:00:00.000Z',
}

/** A review whose questions are answered, so that its lab is next. */
export const reviewAtLab: Review = {
  ...base,
  lab: { ...lesson, run: { kind: 'transfer', seed: SEED, parameters: { level: 1 } } },
}

const afterLab: Review = {
  ...base,
  state: 'none',
  due: 0,
  progress: { questions: 5, rightAnswers: 3, wrongAnswers: 2, rightNeeded: 4 },
}

type Judged = Answer<'POST /api/review/lab'>
const failed: Judged = { solved: false, trap: 'all-at-once', outcome: 'failed', counted: null, review: afterLab }
const solved: Judged = { solved: true, trap: null, outcome: 'passed', counted: null, review: afterLab }

const refusal = (code: string, message: string) => ({ code, message, requestId: 'e2e' })
const JUDGED = {
  failed: { status: 200, json: failed },
  solved: { status: 200, json: solved },
  busy: { status: 503, json: refusal('LAB_BUSY', 'We can’t check your lab right now. Your steps are kept.') },
  refused: { status: 422, json: refusal('LAB_REFUSED', 'This can’t be a run of your lab. Start over and try again.') },
}

export const openReview = (page: Page) => page.getByRole('button', { name: 'Continue Review' }).click()

/** Opens the lab of a review at the end of a run that fell into a trap, or solved it, and how the server judged it. */
export async function endReviewLab(page: Page, judged: keyof typeof JUDGED): Promise<void> {
  const { version, actions } = JSON.parse(
    await reviewLabRun(reviewAtLab, judged === 'failed' ? 'all at once' : undefined),
  )
  await page.evaluate(
    ([key = '', run = '']) => localStorage.setItem(key, run),
    [`aura:lab:${SEED}`, JSON.stringify({ version, actions })],
  )
  await judgeReviewLab(page, judged)
  await openReview(page)
}

export const judgeReviewLab = (page: Page, judged: keyof typeof JUDGED) =>
  page.route('**/api/review/lab', (route) => route.fulfill(JUDGED[judged]))

type Months = Answer<'GET /api/lessons/changes'>

/** Two changes with the longest words, one of them in a lesson of the reader's. */
export const changedMonth: Months = [
  {
    month: '2026-02',
    isOffered: true,
    isRead: false,
    changes: [
      {
        lessonId: 'programs-that-steal',
        lessonTitle: 'Programs that steal: false briefs, repairs and updates',
        isClaimed: true,
        on: '2026-02-20',
        was: 'A copy of a session’s cookie is signed in until its owner ends the session.',
        now: 'A browser can tie a session to one machine, at sites that take part. There a copy soon fails elsewhere.',
        paragraph: 3,
        source: { title: 'w'.repeat(80), url: `https://example.com/${'w'.repeat(120)}` },
      },
      {
        lessonId: 'first-transfer',
        lessonTitle: 'W'.repeat(40),
        isClaimed: false,
        on: '2026-02-03',
        was: 'A transfer of USDC is free.',
        now: `A transfer costs a fee in ETH, which the contract ${SEED} does not take.`,
        paragraph: 2,
        source: { title: 'ERC-20', url: 'https://eips.ethereum.org/EIPS/eip-20' },
      },
    ],
  },
]

const question = {
  ...lesson,
  id: 'whose-fee',
  kind: 'choose-one',
  text: 'You send 5 USDC. In what do you pay the fee?',
  options: ['In USDC, out of the five', 'In ETH, from your own account', 'In AP, which the server takes', 'Not at all'],
  unit: null,
} as const

/** The questions that end a month of changes. */
export const reviewOfChanges: Review = {
  ...base,
  auraReward: 0,
  progress: { questions: 1, rightAnswers: 0, wrongAnswers: 0, rightNeeded: 0 },
  question: { ...question, options: [...question.options] },
}

const answered: Answer<'POST /api/review/answer'> = {
  correct: false,
  explanation: 'The token’s contract takes nothing. The network is paid in ETH.',
  right: 1,
  lessonTitle: lesson.lessonTitle,
  paragraph: 2,
  outcome: 'passed',
  counted: null,
  review: {
    ...reviewOfChanges,
    state: 'done',
    due: 0,
    progress: { questions: 1, rightAnswers: 0, wrongAnswers: 1, rightNeeded: 0 },
    question: null,
  },
}

export const openChanges = (page: Page) => page.getByRole('button', { name: 'Read', exact: true }).click()

/** Answers the one question of what changed, wrongly. */
export async function answerChanges(page: Page): Promise<void> {
  await page.route('**/api/review/answer?*', (route) => route.fulfill({ json: answered }))
  await openChanges(page)
  await page.getByRole('button', { name: 'Answer One Question' }).click()
  await page.getByText('In USDC, out of the five').click()
  await page.getByRole('button', { name: 'Submit Answer' }).click()
}
