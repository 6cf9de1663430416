import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPage } from '../../dev/render-hook.ts'
import { earnedText } from './claim/earned-text.ts'
import type { LessonEvent } from './lesson-progress.ts'

const LESSON = { id: 'fees' } as never
const USER = { id: 'ada', currentStreak: 0, auraPoints: 140 }

let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
})
afterEach(() => page.close())

async function claimAnswered(answer: object) {
  vi.stubGlobal('fetch', async (_: string, { method }: { method: string }) =>
    Response.json(method === 'POST' ? answer : []),
  )
  const { useLessonActions } = await import('./use-lesson-actions.ts')
  const { createQueryClient, readKey } = await import('#lib/query-client')
  const client = createQueryClient(() => {})
  client.setQueryData(readKey('GET /api/auth/user'), USER)
  const events: LessonEvent[] = []
  const options = { isOpen: true, dispatch: (event: LessonEvent) => void events.push(event), onClaimed: () => {} }
  const actions = await page.render(client, () => useLessonActions(LESSON, options))
  await page.act(async () => actions.current.claim.mutate('fees'))
  await page.pass(10)
  return { events, celebrated: sessionStorage.getItem('aura-celebration') }
}

it('a lesson that was paid in another tab is said to be, and not celebrated [learning.claim-already-paid]', async () => {
  const earned = { auraEarned: 40, newStreak: 1, alreadyPaid: true }
  expect(await claimAnswered(earned)).toEqual({ events: [{ type: 'claimed', earned }], celebrated: null })
  const text = earnedText(earned, { before: 140, isNewDay: true })
  expect(text).toBe('This lesson was paid already. A lesson pays once.')
})

it('a lesson that is paid now is celebrated', async () => {
  const { celebrated } = await claimAnswered({ auraEarned: 40, newStreak: 1, alreadyPaid: false })
  expect(celebrated).toContain('Line 1 is lit.')
})
