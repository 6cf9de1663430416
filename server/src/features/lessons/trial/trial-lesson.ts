import type { TrialLesson } from '@aura/api/calls/lessons/trial'
import { dayOf, findCompletions, liveStreak, lockLearner } from '#features/streak'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Limits } from '#platform/limits'
import type { Catalogue, CatalogueLesson } from '../catalogue.ts'
import { askedQuestion, judge, type Response, type Verdict } from '../check/question.rules.ts'
import type { QuestionFile } from '../check/question-file.ts'
import { upsertQuiz } from '../check/quiz-store.ts'
import { claimLocked } from '../claim/claim-lesson.ts'
import { openingOf } from './trial.rules.ts'

const isFit = ({ kind }: QuestionFile) => kind === 'choose-one'

/** Returns the first beginner lesson with a question of one right option. Throws LESSON_NOT_FOUND without one. */
export function findTrialLesson(catalogue: Catalogue): CatalogueLesson {
  const lesson = [...catalogue.values()].find(
    ({ difficulty, questions }) => difficulty === 'beginner' && questions.some(isFit),
  )
  if (!lesson) throw new AppError('LESSON_NOT_FOUND')
  return lesson
}

/** All visitors get the same order, so that the response can be shared. */
const SEED = 'visitor'

const questionOf = ({ questions }: CatalogueLesson) => questions.find(isFit) as QuestionFile

/** Returns the verdict, or null if there is no such option. */
export const judgeTrial = (lesson: CatalogueLesson, response: Response): Verdict | null =>
  judge(questionOf(lesson), SEED, response)

export function trialLesson(catalogue: Catalogue, { lessonAp }: Limits): TrialLesson {
  const lesson = findTrialLesson(catalogue)
  const { text, options } = askedQuestion(questionOf(lesson), SEED)
  return {
    id: lesson.id,
    title: lesson.title,
    opening: openingOf(lesson.content),
    difficulty: lesson.difficulty,
    auraReward: lessonAp[lesson.difficulty],
    keyTakeaways: lesson.keyTakeaways,
    quizQuestion: text,
    quizOptions: options,
  }
}

/** Claims the lesson by the usual rules. A lesson claimed before pays nothing. */
export async function keepTrial(
  ctx: Context,
  catalogue: Catalogue,
  { userId, lesson }: { userId: string; lesson: CatalogueLesson },
): Promise<{ outcome: 'claimed' | 'today' | 'earlier'; auraEarned: number; newStreak: number }> {
  const kept = await ctx.db.tx(async (tx) => {
    const learner = await lockLearner(tx, userId)
    const at = await databaseTime(tx, ctx.clock)
    const today = dayOf(at, learner)
    const completions = await findCompletions(tx, userId)
    const known = completions.filter(({ lessonId }) => lessonId === lesson.id)
    if (known.length > 0) {
      const outcome = known.some(({ day }) => day === today) ? ('today' as const) : ('earlier' as const)
      const auraEarned = known.reduce((sum, completion) => sum + completion.auraEarned, 0)
      return { outcome, auraEarned, newStreak: liveStreak(learner, today) }
    }
    const attempt = { day: today, rightAnswers: 0, wrongAnswers: 0 }
    await upsertQuiz(tx, { userId, lessonId: lesson.id, attempt, passedAt: at, lastWrongAt: null })
    const claim = await claimLocked(ctx, tx, catalogue, { userId, lesson, learner, at, completions })
    return { outcome: 'claimed' as const, ...claim }
  })
  if (kept.outcome === 'claimed') ctx.live.changed(`user:${userId}`)
  return kept
}
