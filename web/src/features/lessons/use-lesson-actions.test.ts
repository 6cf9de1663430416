import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../dev/render-hook.ts'
import { earnedText } from './claim/earned-text.ts'
import type { LessonEvent } from './lesson-progress.ts'

const LESSON = { id: 'fees' } as never
const LESSONS = [
  { id: 'fees', completed: false },
  { id: 'tips', completed: false, auraReward: 60 },
]
const USER = { id: 'ada', currentStreak: 0, auraPoints: 140 }

const page = pageForEach()

async function claimAnswered(answer: object) {
  vi.stubGlobal('fetch', async (_: string, { method }: { method: string }) =>
    Response.json(method === 'POST' ? answer : []),
  )
  vi.stubGlobal('location', { pathname: '/' })
  const { useLessonActions } = await import('./use-lesson-actions.ts')
  const { useCelebration } = await import('#features/celebration')
  const { createQueryClient, readKey } = await import('#lib/query-client')
  const client = createQueryClient(() => {})
  client.setQueryData(readKey('GET /api/auth/user'), USER)
  client.setQueryData(readKey('GET /api/lessons/daily'), LESSONS)
  const events: LessonEvent[] = []
  const options = { isOpen: true, dispatch: (event: LessonEvent) => void events.push(event), onClaimed: () => {} }
  const celebration = await page.render(client, useCelebration)
  const actions = await page.render(client, () => useLessonActions(LESSON, options))
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
