import type { Answer } from '@aura/api/calls'
import type { Lab } from '@aura/api/calls/lessons/lab'
import type { Question } from '@aura/api/calls/lessons/lesson'
import type { Review } from '@aura/api/calls/lessons/review'
import { tokenHash } from '../../../server/src/platform/session/token-hash.ts'
import { labRun } from '../../../tools/labs/lab-run.ts'
import { rightResponse, wrongResponse } from '../../../tools/labs/right-response.ts'
import type { Actor } from './actors.ts'

export { labRun, rightResponse, wrongResponse }

export type Lesson = Answer<'GET /api/lessons/daily'>[number]

/** Returns the next question of the check. Throws if the check is passed or there is none. */
export function questionOf({ id, check }: Pick<Lesson, 'id' | 'check'>): Question {
  if (!check?.question) throw new Error(`the check of ${id} asks nothing`)
  return check.question
}

export const rightAnswer = (lesson: Pick<Lesson, 'id' | 'check'>) => rightResponse(questionOf(lesson))
export const wrongAnswer = (lesson: Pick<Lesson, 'id' | 'check'>) => wrongResponse(questionOf(lesson))

export const dailyLessons = (actor: Actor): Promise<Lesson[]> => actor.call('GET /api/lessons/daily')

export async function dailyIds(actor: Actor): Promise<string[]> {
  return (await dailyLessons(actor)).map(({ id }) => id)
}

/** Passes the check and solves the lab, so that the lesson can be claimed. */
export async function passQuiz(actor: Actor, position = 0): Promise<Lesson> {
  const lesson = await passCheck(actor, await dailyLessons(actor), position)
  const params = { id: lesson.id }
  await solveLab(lesson, {
    open: () => actor.call('GET /api/lessons/:id/lab', { params }),
    submit: (transcript) => actor.call('POST /api/lessons/:id/lab', { params, body: { transcript } }),
  })
  return lesson
}

/** Answers the check of the lesson at this position. Returns the lesson, with its check as it was before. */
async function passCheck(actor: Actor, lessons: readonly Lesson[], position: number): Promise<Lesson> {
  const lesson = lessons[position]
  if (!lesson) throw new Error(`there is no lesson ${position} today`)
  const params = { id: lesson.id }
  await answerAll(lesson, (answer) => actor.call('POST /api/lessons/:id/quiz', { params, body: { answer } }))
  return lesson
}

/** Submits answers until the check is passed; `send` posts one answer. */
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

/** Submits the reference solution, if the lesson has a lab. */
export async function solveLab(
  { lab }: Pick<Lesson, 'lab'>,
  { open, submit }: { open: () => Promise<Lab>; submit: (transcript: string) => Promise<unknown> },
): Promise<void> {
  if (lab && !lab.done) await submit(await labRun(await open()))
}

export const claim = (actor: Actor, lessonId: string): Promise<Answer<'POST /api/lessons/complete'>> =>
  actor.call('POST /api/lessons/complete', { body: { lessonId, tweetUrl: 'completed' } })

/** Finishes today's review with right answers and its lab. Returns the AP it paid and the streak. */
export async function passReview(actor: Actor): Promise<{ auraEarned: number; newStreak: number }> {
  let review = await actor.call('POST /api/review/start', { body: undefined })
  for (;;) {
    const { question, lab } = review
    if (!question && !lab?.run) throw new Error('the review asks nothing')
    const result = question
      ? await actor.call('POST /api/review/answer', {
          body: { questionId: question.id, answer: rightResponse(question) },
        })
      : await actor.call('POST /api/review/lab', { body: { transcript: await reviewLabRun(review) } })
    if (result.counted) return result.counted
    review = result.review
  }
}

/** Plays the lab that a review asks for now. Throws if it asks for none. */
export function reviewLabRun({ lab }: Pick<Review, 'lab'>, way?: string): Promise<string> {
  if (!lab?.run) throw new Error('the review asks for no lab')
  return labRun({ ...lab.run, done: false }, way)
}

/**
 * Passes the check of a lesson of the day and claims it, or finishes the review once no lesson is left. The lesson's lab
 * is taken for solved: playing it, here and on the server, takes longer than all the rest.
 */
export async function learn(actor: Actor, position = 0): Promise<{ auraEarned: number; newStreak: number }> {
  const lessons = await dailyLessons(actor)
  if (lessons.length === 0) return passReview(actor)
  const lesson = await passCheck(actor, lessons, position)
  if (lesson.lab && !lesson.lab.done) await takeLabForSolved(actor, lesson.id)
  return claim(actor, lesson.id)
}

async function takeLabForSolved({ ctx, cookies }: Actor, lessonId: string): Promise<void> {
  const token = tokenHash(cookies.get('aura_session') ?? '')
  const rows = await ctx.db.query(
    `insert into lesson_labs (user_id, lesson_id, done_at) select user_id, $2, $3 from sessions where token_hash = $1
     returning user_id`,
    [token, lessonId, ctx.clock.now()],
  )
  if (rows.length === 0) throw new Error('the learner is not signed in')
}

/** Passes a unit at once, with right answers only. */
export async function passUnit(actor: Actor, id: string): Promise<void> {
  let placement = await actor.call('POST /api/units/:id/placement', { params: { id } })
  while (placement.question) {
    const { question } = placement
    const body = { lessonId: question.lessonId, questionId: question.id, answer: rightResponse(question) }
    placement = (await actor.call('POST /api/units/:id/placement/answer', { params: { id }, body })).placement
  }
}
