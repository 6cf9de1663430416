import { AppError } from '#platform/app-error'
import type { Catalogue, CatalogueLesson } from '../catalogue.ts'
import { askedQuestion, judge, type Response, type Verdict } from './question.rules.ts'
import type { QuestionFile } from './question-file.ts'

/** A question of a review or a placement, which ask questions of several lessons in a row. */
export interface Asked {
  lesson: CatalogueLesson
  question: QuestionFile
}

/** Returns the questions. Skips those that a release has removed. */
export function questionsOf(catalogue: Catalogue, row: { questions: readonly string[] }): Asked[] {
  return row.questions.flatMap((name) => {
    const [lessonId = '', questionId] = name.split('/')
    const lesson = catalogue.get(lessonId)
    const question = lesson?.questions.find(({ id }) => id === questionId)
    return lesson && question ? { lesson, question } : []
  })
}

export const presentAsked = ({ lesson, question }: Asked, seed: string) => ({
  ...askedQuestion(question, seed),
  lessonId: lesson.id,
  lessonTitle: lesson.title,
})

/** Judges a response. Throws QUESTION_CHANGED unless it is to this question; INVALID_REQUEST for unknown options. */
export function judgeAsked(
  { lesson, question }: Asked,
  seed: string,
  { lessonId, questionId, answer }: { lessonId?: string | undefined; questionId: string; answer: Response },
): Verdict {
  if (question.id !== questionId || lesson.id !== (lessonId ?? lesson.id)) throw new AppError('QUESTION_CHANGED')
  const verdict = judge(question, seed, answer)
  if (!verdict) throw new AppError('INVALID_REQUEST', { message: 'Choose one of the options' })
  return verdict
}

/** Copies a response, which rules keep readonly. */
export const sent = (response: Response): number | string | number[] =>
  typeof response === 'object' ? [...response] : response

/** Returns the verdict as review and placement show it. */
export const presentVerdict = ({ lesson, question }: Asked, { isRight, explanation, right }: Verdict) => ({
  correct: isRight,
  explanation,
  right: sent(right),
  lessonTitle: lesson.title,
  paragraph: question.paragraph,
})
