import { LESSON_RULES } from '@aura/api/rules/lessons'
import { dayOf, type Learner } from '#features/streak'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import type { Catalogue, CatalogueLesson } from '../catalogue.ts'
import { nameOf } from '../check/question.rules.ts'
import { type Asked, questionsOf } from '../check/question-run.ts'
import type { LabFile } from '../lab/lab-file.ts'
import { LAB_ID } from '../lab/lab-id.ts'
import { findAllDoneLabs } from '../lab/store.ts'
import { type Moment, momentOf } from '../moment.ts'
import type { Reviewable } from './review.rules.ts'
import { type CardState, chanceToKnow, learnedOn } from './schedule.ts'
import { type CardRow, findCards } from './store.ts'

const DAY_MS = 86_400_000

export interface ReviewMoment extends Moment {
  cards: readonly CardRow[]
  /** Lessons whose lab was solved. */
  doneLabs: ReadonlySet<string>
}

export async function reviewMomentOf(
  ctx: Context,
  db: Queryable,
  userId: string,
  learner: Learner,
): Promise<ReviewMoment> {
  const [moment, cards, doneLabs] = await Promise.all([
    momentOf(ctx, db, userId, learner),
    findCards(db, userId),
    findAllDoneLabs(db, userId),
  ])
  return { ...moment, cards, doneLabs }
}

/** Returns the questions of claimed lessons in today's catalogue. An unanswered question is due at once. */
export function reviewables(
  catalogue: Catalogue,
  { completions, cards, learner, at, today }: ReviewMoment,
): Reviewable[] {
  const known = new Map(cards.map((card) => [nameOf(card), card]))
  const claimed = new Map(completions.map((completion) => [completion.lessonId, completion]))
  return [...claimed.values()].flatMap(({ lessonId, day }) =>
    (catalogue.get(lessonId)?.questions ?? []).flatMap(({ id: questionId }) => {
      const card = known.get(nameOf({ lessonId, questionId }))
      if (!card && day === today) return []
      const dueAt = card?.dueAt ?? new Date(0)
      const isAnsweredToday = card !== undefined && dayOf(card.reviewedAt, learner) === today
      // A question that was never asked counts as learned with its lesson.
      const strength = chanceToKnow(card ?? learnedOn(day), at)
      return { lessonId, questionId, dueAt, strength, isAnsweredToday }
    }),
  )
}

/** Returns the solved labs of claimed lessons. One that never came back is due 30 days after its lesson's claim. */
export function reviewableLabs(catalogue: Catalogue, moment: ReviewMoment): Reviewable[] {
  const { completions, cards, doneLabs, learner, at, today } = moment
  const known = new Map(cards.flatMap((card) => (card.questionId === LAB_ID ? [[card.lessonId, card]] : [])))
  const claimed = new Map(completions.map(({ lessonId, day }) => [lessonId, day]))
  return [...claimed].flatMap(([lessonId, day]) => {
    const card = known.get(lessonId)
    if (!catalogue.get(lessonId)?.lab || !(card || doneLabs.has(lessonId))) return []
    const dueAt = card?.dueAt ?? new Date(Date.parse(day) + LESSON_RULES.labReviewDays * DAY_MS)
    const isAnsweredToday = card !== undefined && dayOf(card.reviewedAt, learner) === today
    return { lessonId, questionId: LAB_ID, dueAt, strength: chanceToKnow(card ?? learnedOn(day), at), isAnsweredToday }
  })
}

/** Returns the state of a lab's card before this review. */
export function labCardOf({ cards, completions, today }: ReviewMoment, lessonId: string): CardState {
  const card = cards.find((each) => each.lessonId === lessonId && each.questionId === LAB_ID)
  return card ?? learnedOn(completions.find((each) => each.lessonId === lessonId)?.day ?? today)
}

export interface AskedLab {
  lesson: CatalogueLesson & { lab: LabFile }
  question: null
}

/** Returns the questions and the lab of a review. Skips those that a release has removed. */
export const itemsOf = (catalogue: Catalogue, row: { questions: readonly string[] }): (Asked | AskedLab)[] =>
  row.questions.flatMap((name): (Asked | AskedLab)[] => {
    const [lessonId = '', id] = name.split('/')
    const lesson = catalogue.get(lessonId)
    if (id !== LAB_ID) return questionsOf(catalogue, { questions: [name] })
    return lesson?.lab ? [{ lesson: { ...lesson, lab: lesson.lab }, question: null }] : []
  })
