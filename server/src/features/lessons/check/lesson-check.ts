import type { LessonCheck } from '@aura/api/calls/lessons/lesson'
import type { Day } from '@aura/api/day'
import type { CatalogueLesson } from '../catalogue.ts'
import { attemptOf, type CheckLimits, currentQuestion, rightNeeded, seedOf } from './check.rules.ts'
import { askedQuestion } from './question.rules.ts'

export interface QuizState {
  attemptDay: Day | null
  rightAnswers: number
  wrongAnswers: number
  passedAt: Date | null
}

/** Returns a user's progress in a lesson's check today, with the current question until it is passed. */
export function checkOf(
  { id, questions }: CatalogueLesson,
  { userId, today, quiz }: { userId: string; today: Day; quiz: QuizState | undefined },
  limits: CheckLimits,
): LessonCheck {
  const attempt = attemptOf(quiz, today)
  const seed = seedOf(userId, id, today)
  const question = quiz?.passedAt ? undefined : currentQuestion(questions, seed, attempt)
  return {
    day: today,
    done: attempt.rightAnswers,
    needed: rightNeeded(questions.length, limits),
    triesLeft: Math.max(0, limits.maxWrong - attempt.wrongAnswers),
    question: question ? askedQuestion(question, seed) : null,
  }
}
