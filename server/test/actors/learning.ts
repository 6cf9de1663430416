import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '@aura/api/calls'
import type { Actor } from './actors.ts'

const LESSONS = join(import.meta.dirname, '../../../content/lessons')

/** Read from the content, since no route reveals it. */
function rightAnswer(lessonId: string): string {
  const folder = readdirSync(LESSONS).find((name) => name.endsWith(`-${lessonId}`)) ?? ''
  const { quiz } = JSON.parse(readFileSync(join(LESSONS, folder, 'lesson.json'), 'utf8'))
  return quiz.options[quiz.answer].text
}

export type Lesson = Answer<'GET /api/lessons/daily'>[number]

/** Any lesson whose options can be seen. */
type Question = Pick<Lesson, 'id' | 'quizOptions'>

export const rightIndex = (lesson: Question): number => lesson.quizOptions.indexOf(rightAnswer(lesson.id))
export const wrongIndex = (lesson: Question): number => (rightIndex(lesson) + 1) % lesson.quizOptions.length

export const dailyLessons = (actor: Actor): Promise<Lesson[]> => actor.call('GET /api/lessons/daily')

export async function dailyIds(actor: Actor): Promise<string[]> {
  return (await dailyLessons(actor)).map(({ id }) => id)
}

export async function passQuiz(actor: Actor, position = 0): Promise<Lesson> {
  const lesson = (await dailyLessons(actor))[position]
  if (!lesson) throw new Error(`there is no lesson ${position} today`)
  const params = { id: lesson.id }
  const { correct } = await actor.call('POST /api/lessons/:id/quiz', { params, body: { answer: rightIndex(lesson) } })
  if (!correct) throw new Error(`the right answer to ${lesson.id} was refused`)
  return lesson
}

export const claim = (actor: Actor, lessonId: string): Promise<Answer<'POST /api/lessons/complete'>> =>
  actor.call('POST /api/lessons/complete', { body: { lessonId, tweetUrl: 'completed' } })

export async function learn(actor: Actor, position = 0): Promise<Answer<'POST /api/lessons/complete'>> {
  return claim(actor, (await passQuiz(actor, position)).id)
}
