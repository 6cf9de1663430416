import type { Answer } from '@aura/api/calls'
import type { LearningPath, Placement } from '@aura/api/calls/lessons/path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { learn, rightResponse, wrongResponse } from '../../../../../tests/server/actors/learning.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

/** A unit of two lessons, an intermediate and an advanced one, and a unit of one. */
const [PAIR, SINGLE] = ['dollars', 'keys']

type Result = Answer<'POST /api/units/:id/placement/answer'>
const start = (actor: Actor, unit = PAIR) => actor.send<Placement>('POST', `/api/units/${unit}/placement`)
const answer = (actor: Actor, { unitId, question }: Placement, isRight = true) => {
  if (!question) throw new Error('the placement asks nothing')
  const body = {
    lessonId: question.lessonId,
    questionId: question.id,
    answer: (isRight ? rightResponse : wrongResponse)(question),
  }
  return actor.send<Result>('POST', `/api/units/${unitId}/placement/answer`, body)
}
const unitOf = async (actor: Actor, id = PAIR) => {
  const { units } = await actor.call('GET /api/lessons/path')
  return units.find((unit) => unit.id === id) as LearningPath['units'][number]
}
const state = () => databaseState(test.ctx.db, { except: ['sessions'] })

/** Completes the placement; `isRight` decides the first questions, the rest are right. */
async function answerAll(actor: Actor, given: readonly boolean[] = [], unit = PAIR): Promise<Result> {
  let now = (await start(actor, unit)).body
  for (let place = 0; ; place++) {
    const { body } = await answer(actor, now, given[place] ?? true)
    if (body.outcome !== 'open') return body
    now = body.placement
  }
}

describe('a placement', () => {
  it('passes a unit at once: each lesson pays, and the day counts once [learning.placement]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const bystander = await bo.me()
    const before = await unitOf(ada)
    const reward = before.lessons.reduce((sum, { auraReward }) => sum + auraReward, 0)
    expect(before.placement).toEqual({ state: 'ready', lessons: 2, questions: 4, wrongAllowed: 1, auraReward: reward })
    expect((await start(ada)).body).toMatchObject({ state: 'open', questions: 4, rightAnswers: 0, auraReward: reward })
    const done = await answerAll(ada, [true, false])
    expect(done).toMatchObject({
      outcome: 'passed',
      counted: { auraEarned: reward, newStreak: 1, lessons: 2 },
      placement: { state: 'passed', question: null, rightAnswers: 3, wrongAnswers: 1 },
    })
    expect(await ada.me()).toMatchObject({ auraPoints: 100 + reward, currentStreak: 1 })
    expect(await unitOf(ada)).toMatchObject({ finishedOn: '2026-03-02', placement: null })
    expect((await learn(ada)).newStreak).toBe(1)
    expect(await bo.me()).toEqual(bystander)
    const state = async (id: string) => ada.call('GET /api/lessons/:id/status', { params: { id } })
    for (const { id, auraReward } of before.lessons)
      expect(await state(id)).toEqual({ completed: true, auraEarned: auraReward, quizPassed: true })
    const { lessonsFinished, currentStreak } = await ada.call('GET /api/streak')
    expect([lessonsFinished, currentStreak]).toEqual([3, 1])
  })

  it('leaves out what is claimed already, and pays nothing twice', async () => {
    const ada = await newcomer(test)
    const unit = 'agreement'
    // Its first lesson is the sixth of the path.
    for (let day = 0; day < 5; day++) {
      await learn(ada)
      test.ctx.clock.advance({ days: 1 })
    }
    const before = (await ada.me()).auraPoints
    const started = (await start(ada, unit)).body
    // The lesson is claimed in another tab while the placement is open.
    const { auraEarned } = await learn(ada)
    expect((await unitOf(ada, unit)).placement).toMatchObject({ state: 'open', lessons: 1 })
    const done = await answerAll(ada, [], unit)
    expect(done.counted).toMatchObject({ lessons: 1, auraEarned: started.auraReward - auraEarned })
    expect((await ada.me()).auraPoints).toBe(before + started.auraReward)
    expect(await start(ada, unit)).toMatchObject(refusal(409, 'PLACEMENT_NOT_AVAILABLE'))
  })

  it('leaves lessons with a lab to their learner [learning.placement]', async () => {
    const ada = await newcomer(test)
    // This unit has a lab in one of its two lessons, the other unit in both.
    expect((await unitOf(ada, 'first-wallet')).placement).toMatchObject({ lessons: 1, questions: 2, wrongAllowed: 0 })
    expect((await unitOf(ada, 'signing')).placement).toBeNull()
    expect(await start(ada, 'signing')).toMatchObject(refusal(409, 'PLACEMENT_NOT_AVAILABLE'))
  })

  it('rests after it failed, for every unit, until the next day, and asks others then [learning.placement-rests]', async () => {
    const ada = await newcomer(test)
    const first = (await start(ada)).body
    await start(ada, SINGLE)
    const failed = await answerAll(ada, [false, false])
    expect(failed).toMatchObject({ outcome: 'failed', counted: null, placement: { question: null } })
    expect((await unitOf(ada, SINGLE)).placement).toMatchObject({ state: 'rests' })
    const before = await state()
    const rests = { ...refusal(409, 'PLACEMENT_RESTS') }
    for (const unit of [PAIR, SINGLE, 'scams']) expect(await start(ada, unit)).toMatchObject(rests)
    expect(await answer(ada, { ...first, unitId: SINGLE })).toMatchObject(rests)
    expect(await state()).toEqual(before)
    expect((await learn(ada)).newStreak).toBe(1)
    test.ctx.clock.set('2026-03-03T00:00:00Z')
    expect(await start(ada)).toMatchObject({ status: 200, body: { state: 'open', rightAnswers: 0, wrongAnswers: 0 } })
    expect((await answerAll(ada)).counted).toMatchObject({ newStreak: 2 })
  })

  it('goes on after a reload, and ends with its day, which is said [learning.answer-after-midnight]', async () => {
    const ada = await newcomer(test)
    const { body } = await answer(ada, (await start(ada)).body)
    expect((await start(ada)).body).toEqual(body.placement)
    test.ctx.clock.set('2026-03-03T00:00:00Z')
    expect(await answer(ada, body.placement)).toMatchObject({
      ...refusal(409, 'PLACEMENT_NOT_AVAILABLE'),
      body: { message: 'No check of this unit is open today. It ends at midnight.' },
    })
    expect((await start(ada)).body).toMatchObject({ rightAnswers: 0, questions: 4 })
  })

  it('is not of a unit there is not', async () => {
    expect(await start(await newcomer(test), 'no-such-unit')).toMatchObject(refusal(404, 'UNIT_NOT_FOUND'))
  })
})

it('simultaneous starts and answers of a placement count once and pay once [learning.placement-once-concurrent]', async () => {
  const ada = await newcomer(test)
  const started = await Promise.all(Array.from({ length: 6 }, () => start(ada)))
  expect(started.map(({ status }) => status)).toEqual(Array(6).fill(200))
  let now = started[0]?.body as Placement
  for (const { body } of started) expect(body).toEqual(now)
  const reward = now.auraReward
  const paid: number[] = []
  while (now.question) {
    const asked = now
    const replies = await Promise.all(Array.from({ length: 6 }, () => answer(ada, asked)))
    const counted = replies.filter(({ status }) => status === 200)
    expect(counted).toHaveLength(1)
    if (counted[0]?.body.outcome === 'open')
      for (const late of replies.filter((each) => each !== counted[0]))
        expect(late).toMatchObject(refusal(409, 'QUESTION_CHANGED'))
    paid.push(counted[0]?.body.counted?.auraEarned ?? 0)
    now = counted[0]?.body.placement as Placement
  }
  expect(paid).toEqual([0, 0, 0, reward])
  expect(await ada.me()).toMatchObject({ auraPoints: 100 + reward, currentStreak: 1 })
})

it('a claim of a lesson at the same moment as its placement pays the lesson once', async () => {
  const ada = await newcomer(test)
  let now = (await start(ada, 'first-wallet')).body
  const reward = now.auraReward
  for (let time = 1; time < now.questions; time++) now = (await answer(ada, now)).body.placement
  await Promise.all([answer(ada, now), learn(ada, 0).catch(() => null)])
  expect((await ada.me()).auraPoints).toBe(100 + reward)
})
