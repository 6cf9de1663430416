import type { Answer } from '@aura/api/calls'
import type { Review } from '@aura/api/calls/lessons/review'
import type { Actor } from './actors.ts'
import { rightResponse, wrongResponse } from './learning.ts'

/** Starts, or goes on with, the review that `query` names, such as `?for=streak`; without it the day's. */
export const startReview = (actor: Actor, query = '') => actor.send<Review>('POST', `/api/review/start${query}`)

/** Answers the question that the review asks now. Throws if it asks none. */
export function answerReview(actor: Actor, { question }: Review, isRight = true, query = '') {
  if (!question) throw new Error('the review asks nothing')
  const { id: questionId, lessonId } = question
  const body = { questionId, lessonId, answer: (isRight ? rightResponse : wrongResponse)(question) }
  return actor.send<Answer<'POST /api/review/answer'>>('POST', `/api/review/answer${query}`, body)
}

/** Answers until the review ends; `isRight` decides each question. Returns the last result and how many were asked. */
export async function answerWholeReview(actor: Actor, isRight: (place: number) => boolean, query = '') {
  let now = (await startReview(actor, query)).body
  for (let place = 0; ; place++) {
    const { body } = await answerReview(actor, now, isRight(place), query)
    if (body.outcome !== 'open') return { ...body, asked: place + 1 }
    now = body.review
  }
}
