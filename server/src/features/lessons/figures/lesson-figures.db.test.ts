import type { Question } from '@aura/api/calls/lessons/lesson'
import { expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import {
  dailyLessons,
  learn,
  passQuiz,
  questionOf,
  wrongResponse,
} from '../../../../../tests/server/actors/learning.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { updateIsAdmin } from '../../profile/index.ts'

// Anew for each test, since the figures count everybody.
const test = openForEach(testApp)

async function admin(): Promise<Actor> {
  const cleo = await newcomer(test)
  await updateIsAdmin(test.ctx.db, (await cleo.me()).id, true)
  return cleo
}

async function answerWrong(actor: Actor): Promise<Question> {
  const [lesson] = await dailyLessons(actor)
  if (!lesson) throw new Error('there is no lesson')
  const question = questionOf(lesson)
  const params = { id: lesson.id }
  await actor.call('POST /api/lessons/:id/quiz', { params, body: { answer: wrongResponse(question) } })
  test.ctx.clock.advance({ ms: 3_000 })
  return question
}

it('an admin sees how far people get in a lesson, and how they first answered its questions [admin.lesson-figures]', async () => {
  const cleo = await admin()
  const [ada, bo, eve] = [await newcomer(test), await newcomer(test), await newcomer(test)]
  const figures = () => cleo.call('GET /api/admin/lessons')
  const before = await figures()
  expect(before).toMatchObject({ people: 4, awayDays: 7 })
  expect(before.lessons).toHaveLength(12)

  const missed = await answerWrong(ada)
  await learn(ada)
  await passQuiz(bo)
  await answerWrong(eve)
  const [first] = (await figures()).lessons
  expect(first).toMatchObject({ begun: 3, passed: 2, claimed: 1, leftHere: 0 })
  const asked = first?.questions.find(({ text }) => text === missed.text)
  expect(asked?.mistakes.length).toBeGreaterThan(0)
  const answered = first?.questions.reduce((sum, its) => sum + its.answered, 0)
  const right = first?.questions.reduce((sum, its) => sum + its.right, 0)
  // Ada answered three questions, Bo two, Eve one.
  expect([answered, right]).toEqual([6, 4])

  // Answering it right a week later changes no first answer.
  test.ctx.clock.advance({ days: 8 })
  await passQuiz(eve)
  await cleo.signIn()
  const later = (await figures()).lessons[0]
  expect(later).toMatchObject({ begun: 3, passed: 3, claimed: 1, leftHere: 2 })
  expect(later?.questions.find(({ text }) => text === missed.text)?.mistakes).toEqual(asked?.mistakes)
})

it('nobody else sees the figures [admin.lesson-figures]', async () => {
  const ada = await newcomer(test)
  expect(await ada.send('GET', '/api/admin/lessons')).toMatchObject(refusal(403, 'FORBIDDEN'))
  expect(await new Actor(test).send('GET', '/api/admin/lessons')).toMatchObject(refusal(401, 'UNAUTHORIZED'))
})
