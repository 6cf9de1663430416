import type { Answer } from '@aura/api/calls'
import type { Question } from '@aura/api/calls/lessons'
import { rightResponse, wrongResponse } from '../../../dev/src/right-response.ts'
import type { Actor } from './actors.ts'

export { rightResponse, wrongResponse }

export type Lesson = Answer<'GET /api/lessons/daily'>[number]

/** Throws when the check is passed, or there is none. */
export function questionOf({ id, check }: Pick<Lesson, 'id' | 'check'>): Question {
  if (!check?.question) throw new Error(`the check of ${id} asks nothing`)
  return check.question
}

export const rightAnswer = (lesson: Pick<Lesson, 'id' | 'check'>) => rightResponse(lesson.id, questionOf(lesson))
export const wrongAnswer = (lesson: Pick<Lesson, 'id' | 'check'>) => wrongResponse(lesson.id, questionOf(lesson))

export const dailyLessons = (actor: Actor): Promise<Lesson[]> => actor.call('GET /api/lessons/daily')

export async function dailyIds(actor: Actor): Promise<string[]> {
  return (await dailyLessons(actor)).map(({ id }) => id)
}

export async function passQuiz(actor: Actor, position = 0): Promise<Lesson> {
  const lesson = (await dailyLessons(actor))[position]
  if (!lesson) throw new Error(`there is no lesson ${position} today`)
  const params = { id: lesson.id }
  await answerAll(lesson, (answer) => actor.call('POST /api/lessons/:id/quiz', { params, body: { answer } }))
  return lesson
}

/** Answers until the check is passed; `send` posts one answer. */
export async function answerAll(
  { id, check }: Pick<Lesson, 'id' | 'check'>,
  send: (answer: ReturnType<typeof rightAnswer>) => Promise<unknown>,
): Promise<void> {
  let left = check
  while (left?.question) {
    const result = (await send(rightAnswer({ id, check: left }))) as Answer<'POST /api/lessons/:id/quiz'>
    if (!result.correct) throw new Error(`the right answer to ${id} was refused`)
    left = result.check
  }
}

export const claim = (actor: Actor, lessonId: string): Promise<Answer<'POST /api/lessons/complete'>> =>
  actor.call('POST /api/lessons/complete', { body: { lessonId, tweetUrl: 'completed' } })

export async function learn(actor: Actor, position = 0): Promise<Answer<'POST /api/lessons/complete'>> {
  return claim(actor, (await passQuiz(actor, position)).id)
}
