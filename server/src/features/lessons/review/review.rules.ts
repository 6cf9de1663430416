import { LESSON_RULES } from '@aura/api/rules/lessons'
import { WIN_BACK } from '@aura/api/rules/streak'
import { nameOf } from '../check/question.rules.ts'

/** Id in place of a lesson's, in the completion of a finished review. */
export const REVIEW_ID = 'daily-review'
/** The same for the review that wins a streak back. */
export const WIN_BACK_ID = 'streak-won-back'

/** What a review is for: the day, as often as it takes; a broken streak, once a day; what changed, once a month. */
export type Purpose = 'day' | 'streak' | 'changes'

/** A question of a claimed lesson. */
export interface Reviewable {
  lessonId: string
  questionId: string
  dueAt: Date
  /** Chance, 0 to 1, that it would be answered right now. */
  strength: number
  /** Whether it was answered in a check or review of the user's day. */
  isAnsweredToday: boolean
}

/** Returns how many right answers pass. With fewer questions than it should ask, a streak needs the same share of them. */
export const rightNeededOf = (questions: number, purpose: Purpose): number =>
  ({
    day: Math.min(LESSON_RULES.reviewRightAnswers, questions),
    streak: Math.ceil((questions * WIN_BACK.rightAnswers) / WIN_BACK.questions),
    changes: 0,
  })[purpose]

export const isDue = ({ dueAt }: { dueAt: Date }, at: Date): boolean => dueAt <= at

interface Drawing {
  at: Date
  /** Labs of claimed lessons, as questions. */
  labs: readonly Reviewable[]
  hasLessonsLeft: boolean
  /** Whether today's latest review was not passed. */
  isRetry: boolean
}

/**
 * Returns the questions of the next review: due ones, the weakest first, then the others, oldest first. Questions
 * answered today come last, so that a repeated review asks others. Empty if there is no review: lessons are left and no
 * question is due nor, for a repeated review, left unanswered today. The weakest due lab takes the last place, at most
 * once a day, and only where a question could stand in its place.
 */
export function drawReview(
  questions: readonly Reviewable[],
  { at, labs, hasLessonsLeft, isRetry }: Drawing,
): Reviewable[] {
  const hasOthers = isRetry && questions.some(({ isAnsweredToday }) => !isAnsweredToday)
  if (hasLessonsLeft && !hasOthers && !questions.some((question) => isDue(question, at))) return []
  const drawn = weakestFirst(questions, at).slice(0, LESSON_RULES.reviewQuestions)
  const [lab] = isRetry || drawn.length < LESSON_RULES.reviewQuestions ? [] : dueLabs(labs, at)
  return lab ? [...drawn.slice(0, -1), lab] : drawn
}

const dueLabs = (labs: readonly Reviewable[], at: Date): Reviewable[] =>
  weakestFirst(labs, at).filter((lab) => isDue(lab, at) && !lab.isAnsweredToday)

/** Returns the question asked in place of a lab that is put off, if there is one that the review doesn't ask yet. */
export const drawInstead = (
  questions: readonly Reviewable[],
  { at, asked }: { at: Date; asked: readonly string[] },
): Reviewable | undefined => weakestFirst(questions, at).find((question) => !asked.includes(nameOf(question)))

/** Returns the questions in the order in which a review asks them. */
function weakestFirst(questions: readonly Reviewable[], at: Date): Reviewable[] {
  const isLater = (question: Reviewable) => !isDue(question, at)
  return questions.toSorted(
    (a, b) =>
      Number(a.isAnsweredToday) - Number(b.isAnsweredToday) ||
      Number(isLater(a)) - Number(isLater(b)) ||
      (isLater(a) ? 0 : a.strength - b.strength) ||
      a.dueAt.getTime() - b.dueAt.getTime() ||
      compare(nameOf(a), nameOf(b)),
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Returns the questions of a review that wins a streak back. */
export const drawWinBack = (questions: readonly Reviewable[], at: Date): Reviewable[] =>
  weakestFirst(questions, at).slice(0, WIN_BACK.questions)

/** Returns the questions about lessons that changed. */
export const drawChanges = (questions: readonly Reviewable[], changed: ReadonlySet<string>, at: Date): Reviewable[] =>
  weakestFirst(
    questions.filter(({ lessonId }) => changed.has(lessonId)),
    at,
  ).slice(0, LESSON_RULES.changesQuestions)

export interface ReviewProgress {
  purpose: Purpose
  questions: number
  rightAnswers: number
  wrongAnswers: number
}

/**
 * Returns the outcome. Every question is asked, passed or not, because the cards need the answers; only a streak that
 * can't be won back any more is not asked for to the end.
 */
export function outcomeOf({ purpose, questions, rightAnswers, wrongAnswers }: ReviewProgress): Outcome {
  const needed = rightNeededOf(questions, purpose)
  if (purpose === 'streak' && questions - wrongAnswers < needed) return 'failed'
  if (rightAnswers + wrongAnswers < questions) return 'open'
  return rightAnswers >= needed ? 'passed' : 'failed'
}

type Outcome = 'open' | 'passed' | 'failed'
