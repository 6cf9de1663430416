import type { Review } from '@aura/api/calls/lessons/review'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import {
  dailyLessons,
  type Lesson,
  rightResponse,
  solveLab,
  wrongResponse,
} from '../../../../tests/server/actors/learning.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
afterAll(() => test.close())

/** Whether each answer is right, in order; later ones are right. */
type Answers = boolean[]

interface DayPlan {
  hour: number
  lessons: { given: Answers; doesLab: boolean }[]
  review: Answers | null
}

/** Two right answers before three wrong ones: a second implementation of the rule. */
function passesCheck(answers: readonly boolean[]): boolean {
  let [right, wrong] = [0, 0]
  for (const isRight of [...answers, true, true]) {
    if (isRight) right += 1
    else wrong += 1
    if (right === 2) return true
    if (wrong === 3) return false
  }
  return false
}

async function takeLesson(actor: Actor, lesson: Lesson, { given, doesLab }: DayPlan['lessons'][number]): Promise<void> {
  const params = { id: lesson.id }
  const left = [...given]
  for (let now = lesson.check; now?.question && now.triesLeft > 0; ) {
    const answer = (left.shift() ?? true) ? rightResponse(now.question) : wrongResponse(now.question)
    const result = await actor.call('POST /api/lessons/:id/quiz', { params, body: { answer } })
    if (!result.correct) test.ctx.clock.advance({ ms: 3_000 })
    now = result.check
  }
  if (doesLab) {
    await solveLab(lesson, {
      open: () => actor.call('GET /api/lessons/:id/lab', { params }),
      submit: (transcript) => actor.call('POST /api/lessons/:id/lab', { params, body: { transcript } }),
    })
  }
  await actor.send('POST', '/api/lessons/complete', { lessonId: lesson.id })
}

/** Returns the numbers of questions asked and answered right; null if there was no review. */
async function takeReview(actor: Actor, answers: Answers): Promise<{ asked: number; right: number } | null> {
  const started = await actor.send<Review>('POST', '/api/review/start')
  if (started.status !== 200) return null
  const left = [...answers]
  let { question } = started.body
  let [asked, right] = [0, 0]
  while (question) {
    const isRight = left.shift() ?? true
    asked += 1
    right += Number(isRight)
    const body = { questionId: question.id, answer: (isRight ? rightResponse : wrongResponse)(question) }
    const result = await actor.call('POST /api/review/answer', { body })
    question = result.outcome === 'open' ? result.review.question : null
  }
  return { asked, right }
}

const answers = fc.array(fc.boolean(), { maxLength: 5 })
const plan: fc.Arbitrary<DayPlan> = fc.record({
  // At least an hour from midnight, which a change of the clock may skip.
  hour: fc.integer({ min: 1, max: 21 }),
  lessons: fc.array(fc.record({ given: answers, doesLab: fc.boolean() }), { maxLength: 2 }),
  review: fc.option(answers),
})
const history = fc.record({
  zone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
  // A change of the clock in North America, Europe or Australia follows each within a week.
  start: fc.constantFrom('2026-03-04', '2026-03-25', '2026-04-01', '2026-09-30', '2026-10-21', '2026-10-28'),
  days: fc.array(plan, { minLength: 6, maxLength: 9 }),
})

/** Returns the moment that is this hour of that day in UTC, moved into the middle of the zone's day. */
const at = (start: string, day: number, hour: number, zone: string): Date => {
  const utc = new Date(Date.parse(`${start}T00:00:00Z`) + day * 86_400_000 + hour * 3_600_000)
  const local = new Date(utc.toLocaleString('en-US', { timeZone: zone }))
  const offsetMs = local.getTime() - new Date(utc.toLocaleString('en-US', { timeZone: 'UTC' })).getTime()
  return new Date(utc.getTime() - offsetMs)
}

it('whatever is answered, a day counts by a claimed lesson or a passed review and by nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ zone, start, days }) => {
      test.ctx.clock.set(at(start, 0, 1, zone).toISOString())
      const ada = await newcomer(test, zone)
      let streak = 0
      let points = 100
      for (const [day, { hour, lessons, review }] of days.entries()) {
        test.ctx.clock.set(at(start, day, hour, zone).toISOString())
        let counts = false
        const offered = await dailyLessons(ada)
        for (const [place, taken] of lessons.entries()) {
          const lesson = offered[place]
          if (!lesson) continue
          // A check passed on an earlier day stays passed.
          const isPassed = lesson.check?.question === null || passesCheck(taken.given)
          const isClaimed = isPassed && (lesson.lab === null || lesson.lab.done || taken.doesLab)
          await takeLesson(ada, lesson, taken)
          counts ||= isClaimed
          points += isClaimed ? lesson.auraReward : 0
        }
        const taken = review && (await takeReview(ada, review))
        if (taken && taken.right >= Math.min(4, taken.asked)) {
          counts = true
          points += 10
        }
        const lived = (await ada.me()).currentStreak
        expect(lived).toBe(counts ? streak + 1 : streak)
        const { days: calendar, today } = await ada.call('GET /api/streak')
        expect(calendar.find((each) => each.day === today)?.state === 'streak').toBe(counts)
        streak = counts ? streak + 1 : 0
      }
      expect((await ada.me()).auraPoints).toBe(points)
    }),
    { numRuns: 12 },
  )
})
