import { shuffled } from '../check/question.rules.ts'

export const QUESTIONS_PER_LESSON = 2

/** Returns the wrong answers allowed: one in four questions, so none if one lesson is left. */
export const wrongAllowed = (questions: number): number => Math.floor(questions / 4)

/** Returns whether a lesson can be placed out of. A lab has to be done, and some lessons have too few questions. */
export const canBePlaced = ({ questions, lab }: { questions: readonly unknown[]; lab?: unknown }): boolean =>
  questions.length >= QUESTIONS_PER_LESSON && (lab ?? null) === null

/** Returns two questions of each lesson, in an order determined by the seed. */
export function drawPlacement<Q>(
  lessons: readonly { id: string; questions: readonly Q[] }[],
  seed: string,
): { lessonId: string; question: Q }[] {
  const drawn = lessons.flatMap(({ id: lessonId, questions }) =>
    shuffled(`${seed}/${lessonId}`, questions.length)
      .slice(0, QUESTIONS_PER_LESSON)
      .map((place) => ({ lessonId, question: questions[place] as Q })),
  )
  return shuffled(seed, drawn.length).map((place) => drawn[place] as (typeof drawn)[number])
}

export interface Judged {
  lessonId: string
  /** Null until it is answered. */
  isRight: boolean | null
}

/** Returns the outcome: failed as soon as too many answers are wrong, or a lesson has no right one left. */
export function outcomeOf(asked: readonly Judged[]): 'open' | 'passed' | 'failed' {
  const wrong = asked.filter(({ isRight }) => isRight === false).length
  const lost = (lessonId: string) => asked.every((each) => each.lessonId !== lessonId || each.isRight === false)
  if (wrong > wrongAllowed(asked.length) || asked.some(({ lessonId }) => lost(lessonId))) return 'failed'
  return asked.some(({ isRight }) => isRight === null) ? 'open' : 'passed'
}
