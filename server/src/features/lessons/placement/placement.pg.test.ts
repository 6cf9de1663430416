import type { Placement } from '@aura/api/calls/lessons/path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newcomer } from '../../../../../tests/server/actors/actors.ts'
import { learn, rightResponse } from '../../../../../tests/server/actors/learning.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))
afterAll(() => test.close())

it('simultaneous starts and answers of a placement count once and pay once [learning.placement-once-concurrent]', async () => {
  const ada = await newcomer(test)
  const start = () => ada.send<Placement>('POST', '/api/units/dollars/placement')
  const started = await Promise.all(Array.from({ length: 6 }, start))
  expect(started.map(({ status }) => status)).toEqual(Array(6).fill(200))
  let now = started[0]?.body as Placement
  for (const { body } of started) expect(body).toEqual(now)
  const reward = now.auraReward
  const paid: number[] = []
  while (now.question) {
    const { lessonId, id: questionId } = now.question
    const body = { lessonId, questionId, answer: rightResponse(now.question) }
    const send = () =>
      ada.send<{ counted: { auraEarned: number } | null; placement: Placement }>(
        'POST',
        '/api/units/dollars/placement/answer',
        body,
      )
    const replies = await Promise.all(Array.from({ length: 6 }, send))
    const counted = replies.filter(({ status }) => status === 200)
    expect(counted).toHaveLength(1)
    paid.push(counted[0]?.body.counted?.auraEarned ?? 0)
    now = counted[0]?.body.placement as Placement
  }
  expect(paid).toEqual([0, 0, 0, reward])
  expect(await ada.me()).toMatchObject({ auraPoints: 100 + reward, currentStreak: 1 })
})

it('a claim of a lesson at the same moment as its placement pays the lesson once', async () => {
  const ada = await newcomer(test)
  let now = await ada.call('POST /api/units/:id/placement', { params: { id: 'first-wallet' }, body: undefined })
  const reward = now.auraReward
  const next = ({ question }: Placement) => {
    if (!question) throw new Error('it asks nothing')
    return {
      params: { id: 'first-wallet' },
      body: { lessonId: question.lessonId, questionId: question.id, answer: rightResponse(question) },
    }
  }
  for (let time = 1; time < now.questions; time++)
    now = (await ada.call('POST /api/units/:id/placement/answer', next(now))).placement
  await Promise.all([ada.call('POST /api/units/:id/placement/answer', next(now)), learn(ada, 0).catch(() => null)])
  expect((await ada.me()).auraPoints).toBe(100 + reward)
})
