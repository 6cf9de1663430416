import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../dev/render-hook.ts'
import { earnedText } from './claim/earned-text.ts'
import type { LessonEvent } from './lesson-progress.ts'

const LESSON = { id: 'fees' } as never
const LESSONS = [
  { id: 'fees', completed: false },
  { id: 'tips', completed: false, auraReward: 60 },
]
const STATUS = { completed: false, auraEarned: 0, quizPassed: false }
const USER = { id: 'ada', currentStreak: 0, auraPoints: 140 }

const page = pageForEach()

async function openLesson(answer: object) {
  vi.stubGlobal('fetch', async (_: string, { method }: { method: string }) =>
    Response.json(method === 'POST' ? answer : []),
  )
  vi.stubGlobal('location', { pathname: '/' })
  const { useLessonActions } = await import('./use-lesson-actions.ts')
  const known = { '/api/auth/user': USER, '/api/lessons/daily': LESSONS, '/api/lessons/fees/status': STATUS }
  const client = await page.newClient(known)
  const events: LessonEvent[] = []
  const options = { isOpen: true, dispatch: (event: LessonEvent) => void events.push(event), onClaimed: () => {} }
  const actions = await page.render(client, () => useLessonActions(LESSON, options))
  return { client, events, actions }
}

async function claimAnswered(answer: object) {
  const { client, events, actions } = await openLesson(answer)
  const { useCelebration } = await import('#features/celebration')
  const celebration = await page.render(client, useCelebration)
  await page.act(async () => actions.current.claim.mutate('fees'))
  await page.pass(10)
  return { events, celebrated: celebration.current }
}

it('a lesson that was paid in another tab is said to be, and not celebrated [learning.claim-already-paid]', async () => {
  const earned = { auraEarned: 40, newStreak: 1, alreadyPaid: true }
  expect(await claimAnswered(earned)).toEqual({ events: [{ type: 'claimed', earned }], celebrated: null })
  const text = earnedText(earned, { before: 140, isNewDay: true })
  expect(text).toBe('This lesson was paid already. A lesson pays once.')
})

it('a lesson that is paid now is celebrated, and leads to the next [learning.next-lesson]', async () => {
  const { celebrated } = await claimAnswered({ auraEarned: 40, newStreak: 1, alreadyPaid: false })
  expect(celebrated).toMatchObject({
    text: 'Line 1 is lit.',
    onward: { text: 'Next lesson, +60', to: '/?open=lesson' },
  })
})

async function checkAnswered(check: object, passed: boolean) {
  const { client, actions } = await openLesson({ passed, check, retryAfterMs: 0 })
  const question = { id: 'gas' } as never
  await page.act(async () => actions.current.answer.mutate({ question, day: '2026-01-01', response: 0 }))
  await page.pass(10)
  return ['/api/lessons/daily', '/api/lessons/fees/status'].map((address) => client.getQueryData([address]))
}

it('the reads go on where the check is, for a dashboard that is left and opened again [learning.check-kept]', async () => {
  const half = { day: '2026-01-01', done: 1, needed: 2, triesLeft: 3, question: { id: 'tips' } }
  expect(await checkAnswered(half, false)).toEqual([[{ ...LESSONS[0], check: half }, LESSONS[1]], STATUS])
  const passed = { ...half, done: 2, question: null }
  expect(await checkAnswered(passed, true)).toEqual([
    [{ ...LESSONS[0], check: passed }, LESSONS[1]],
    { ...STATUS, quizPassed: true },
  ])
})
