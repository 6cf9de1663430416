import type { Answer } from '@aura/api/calls'
import type { LearningPath, Placement } from '@aura/api/calls/lessons/path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { learn, rightResponse, wrongResponse } from '../../../../../tests/server/actors/learning.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))
afterAll(() => test.close())

/** A unit of two lessons, an intermediate and an advanced one, and a unit of one. */
const [PAIR, SINGLE] = ['dollars', 'keys']

type Result = Answer<'POST /api/units/:id/placement/answer'>
const start = (actor: Actor, unit = PAIR) => actor.send<Placement>('POST', `/api/units/${unit}/placement`)
const answer = (
  actor: Actor,
  { unitId, question }: Placement,
  isRight = true,
  headers: Record<string, string> = {},
) => {
  if (!question) throw new Error('the placement asks nothing')
  const body = {
    lessonId: question.lessonId,
    questionId: question.id,
    answer: (isRight ? rightResponse : wrongResponse)(question),
  }
  return actor.send<Result>('POST', `/api/units/${unitId}/placement/answer`, body, headers)
}
const unitOf = async (actor: Actor, id = PAIR) => {
  const { units } = await actor.call('GET /api/lessons/path')
  return units.find((unit) => unit.id === id) as LearningPath['units'][number]
}
const state = () => databaseState(test.ctx.db, { except: ['sessions'] })

/** Completes the placement; `isRight` decides the first questions, the rest are right. */
async function answerAll(
  actor: Actor,
  given: readonly boolean[] = [],
  unit = PAIR,
): Promise<Result & { asked: Asked[] }> {
  let now = (await start(actor, unit)).body
  const asked: Asked[] = []
  for (let place = 0; ; place++) {
    const isRight = given[place] ?? true
    asked.push({ lessonId: now.question?.lessonId, isRight })
    const { body } = await answer(actor, now, isRight)
    if (body.outcome !== 'open') return { ...body, asked }
    now = body.placement
  }
}

interface Asked {
  lessonId: string | undefined
  isRight: boolean
}

/** A second implementation of the rule. */
function isLost(asked: readonly Asked[], questions: number): boolean {
  const wrong = asked.filter(({ isRight }) => !isRight)
  return wrong.length * 4 > questions || new Set(wrong.map(({ lessonId }) => lessonId)).size < wrong.length
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
    // Its first lesson is the third of its level.
    for (let day = 0; day < 2; day++) {
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

  it('goes on after a reload, and ends with its day', async () => {
    const ada = await newcomer(test)
    const { body } = await answer(ada, (await start(ada)).body)
    expect((await start(ada)).body).toEqual(body.placement)
    test.ctx.clock.set('2026-03-03T00:00:00Z')
    expect(await answer(ada, body.placement)).toMatchObject(refusal(409, 'PLACEMENT_NOT_AVAILABLE'))
    expect((await start(ada)).body).toMatchObject({ rightAnswers: 0, questions: 4 })
  })

  it('counts an answer once: under one key, and to a question answered in another tab', async () => {
    const ada = await newcomer(test)
    const { body } = await start(ada)
    const key = { 'idempotency-key': 'the-same-answer' }
    const [one, two] = [await answer(ada, body, true, key), await answer(ada, body, true, key)]
    expect(two.body).toEqual(one.body)
    const before = await state()
    expect(await answer(ada, body, false)).toMatchObject(refusal(409, 'QUESTION_CHANGED'))
    const after = await state()
    expect({ ...after, idempotent_answers: [] }).toEqual({ ...before, idempotent_answers: [] })
  })

  it('is refused for an unknown unit, without a session, and with a response that is none', async () => {
    const ada = await newcomer(test)
    expect(await start(ada, 'no-such-unit')).toMatchObject(refusal(404, 'UNIT_NOT_FOUND'))
    expect(await start(ada, 'No_Unit')).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect(await start(new Actor(test))).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    const { question, unitId } = (await start(ada)).body
    const before = await state()
    const body = { lessonId: question?.lessonId, questionId: question?.id, answer: [11, 11] }
    expect(await ada.send('POST', `/api/units/${unitId}/placement/answer`, body)).toMatchObject(
      refusal(400, 'INVALID_REQUEST'),
    )
    expect(await state()).toEqual(before)
  })
})

it('whatever is answered, a placement pays all of its lessons by the rule, or none', async () => {
  const plan = fc.record({
    unit: fc.constantFrom(PAIR, SINGLE, 'agreement', 'scams'),
    given: fc.array(fc.boolean(), { maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(plan, { selector: ({ unit }) => unit, maxLength: 3 }), async (plans) => {
      const ada = await newcomer(test)
      let points = 100
      let rests = false
      for (const { unit, given } of plans) {
        const { placement } = await unitOf(ada, unit)
        if (!placement) throw new Error(`nothing is left of ${unit}`)
        expect(placement.state).toBe(rests ? 'rests' : 'ready')
        if (rests) continue
        const { outcome, asked } = await answerAll(ada, given, unit)
        const isPassed = !isLost(asked, placement.questions)
        expect(outcome).toBe(isPassed ? 'passed' : 'failed')
        expect(isLost(asked.slice(0, -1), placement.questions)).toBe(false)
        points += isPassed ? placement.auraReward : 0
        rests = !isPassed
      }
      const { auraPoints, currentStreak } = await ada.me()
      expect(auraPoints).toBe(points)
      expect(currentStreak).toBe(points > 100 ? 1 : 0)
    }),
    { numRuns: 8 },
  )
})
