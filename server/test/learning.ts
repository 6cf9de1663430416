import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '@aura/api/calls'
import type { Actor } from './actors.ts'

const LESSONS = join(import.meta.dirname, '../../content/lessons')

/** The right answer's text, read from the content as an author would: no route gives it away. */
export function rightAnswer(lessonId: string): string {
  const folder = readdirSync(LESSONS).find((name) => name.endsWith(`-${lessonId}`)) ?? ''
  const { quiz } = JSON.parse(readFileSync(join(LESSONS, folder, 'lesson.json'), 'utf8'))
  return quiz.options[quiz.answer].text
}

type Lesson = Answer<'GET /api/lessons/daily'>[number]

export const rightIndex = (lesson: Lesson): number => lesson.quizOptions.indexOf(rightAnswer(lesson.id))
export const wrongIndex = (lesson: Lesson): number => (rightIndex(lesson) + 1) % lesson.quizOptions.length

/** Answers a lesson of the actor's day and claims it. */
export async function learn(actor: Actor, position = 0): Promise<Answer<'POST /api/lessons/complete'>> {
  const lesson = (await actor.call('GET /api/lessons/daily'))[position] as Lesson
  const params = { id: lesson.id }
  await actor.call('POST /api/lessons/:id/quiz', { params, body: { answer: rightIndex(lesson) } })
  return actor.call('POST /api/lessons/complete', { body: { lessonId: lesson.id, tweetUrl: 'completed' } })
}
