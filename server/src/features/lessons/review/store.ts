import type { Day } from '@aura/api/day'
import type { Queryable } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'
import type { Purpose } from './review.rules.ts'
import { type CardState, isKnown } from './schedule.ts'

const reviewCards = columns('review_cards')
const reviews = columns('reviews')

export type CardRow = RowOf<typeof FIND_CARDS>

const CARD_COLUMNS = fragment`
  ${reviewCards('lessonId', 'questionId', 'dueAt', 'stability', 'difficulty', 'scheduledDays', 'reps', 'lapses', 'state', 'reviewedAt')}`

const FIND_CARDS = sql`select ${CARD_COLUMNS} from review_cards where user_id = $1`

/** Returns the cards of all questions a user ever answered; for a single question use `findCard`. */
export async function findCards(db: Queryable, userId: string): Promise<CardRow[]> {
  return db.query(FIND_CARDS, [userId])
}

const FIND_CARD = sql`
  select ${CARD_COLUMNS} from review_cards where user_id = $1 and lesson_id = $2 and question_id = $3`

export async function findCard(
  db: Queryable,
  { userId, lessonId, questionId }: { userId: string; lessonId: string; questionId: string },
): Promise<CardRow | undefined> {
  const [row] = await db.query(FIND_CARD, [userId, lessonId, questionId])
  return row
}

const UPSERT_CARD = sql`
  insert into review_cards (user_id, lesson_id, question_id, due_at, stability, difficulty, scheduled_days, reps,
                            lapses, state, reviewed_at, first_right, first_response, known_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  on conflict (user_id, lesson_id, question_id) do update set
    due_at = excluded.due_at, stability = excluded.stability, difficulty = excluded.difficulty,
    scheduled_days = excluded.scheduled_days, reps = excluded.reps, lapses = excluded.lapses, state = excluded.state,
    reviewed_at = excluded.reviewed_at, known_at = coalesce(review_cards.known_at, excluded.known_at)`

/** Stores a card. Keeps `verdict` of the first answer only, null for a lab, and the time it was first known. */
export async function upsertCard(
  db: Queryable,
  card: CardState & { userId: string; lessonId: string; questionId: string },
  verdict: { isRight: boolean; given: string } | null,
): Promise<void> {
  await db.query(UPSERT_CARD, [
    card.userId,
    card.lessonId,
    card.questionId,
    card.dueAt,
    card.stability,
    card.difficulty,
    card.scheduledDays,
    card.reps,
    card.lapses,
    card.state,
    card.reviewedAt,
    verdict?.isRight ?? null,
    verdict?.given ?? null,
    isKnown(card) ? card.reviewedAt : null,
  ])
}

/** Number of a day's one review for a broken streak; those for the day count from 1. */
export const WIN_BACK_NUMBER = 0

/** Number of the one review of what changed in a month. */
export const CHANGES_NUMBER = -1

export type ReviewRow = RowOf<typeof FIND_LATEST_REVIEW>

const FIND_LATEST_REVIEW = sql`
  select ${reviews('day', 'number', 'questions', 'rightAnswers', 'wrongAnswers')}
  from reviews where user_id = $1 and day = $2
    and (case when number > ${WIN_BACK_NUMBER} then 'day' when number = ${WIN_BACK_NUMBER} then 'streak' else 'changes' end) = $3
  order by number desc limit 1`

/** Returns the latest review of a day for this purpose. That of what changed in a month has the month's first day. */
export async function findLatestReview(
  db: Queryable,
  { userId, day, purpose }: { userId: string; day: Day; purpose: Purpose },
): Promise<ReviewRow | undefined> {
  const [row] = await db.query(FIND_LATEST_REVIEW, [userId, day, purpose])
  return row
}

const FIND_READ_MONTHS = sql`
  select to_char(day, 'YYYY-MM') as ${out('month', 'text')} from reviews
  where user_id = $1 and number = ${CHANGES_NUMBER} and finished_at is not null`

/** Returns the months whose changes the user has read. */
export async function findReadMonths(db: Queryable, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.query(FIND_READ_MONTHS, [userId])
  return new Set(rows.map(({ month }) => month))
}

const INSERT_REVIEW = sql`
  insert into reviews (user_id, day, number, questions, started_at, finished_at) values ($1, $2, $3, $4, $5, $6)`

export async function insertReview(
  db: Queryable,
  review: { userId: string; day: Day; number: number; questions: string[]; at: Date; finishedAt: Date | null },
): Promise<void> {
  await db.query(INSERT_REVIEW, [
    review.userId,
    review.day,
    review.number,
    review.questions,
    review.at,
    review.finishedAt,
  ])
}

const UPDATE_REVIEW = sql`
  update reviews set questions = $4, right_answers = $5, wrong_answers = $6, finished_at = $7
  where user_id = $1 and day = $2 and number = $3`

export async function updateReview(
  db: Queryable,
  review: {
    userId: string
    day: Day
    number: number
    questions: readonly string[]
    rightAnswers: number
    wrongAnswers: number
    finishedAt: Date | null
  },
): Promise<void> {
  const { userId, day, number, questions, rightAnswers, wrongAnswers, finishedAt } = review
  await db.query(UPDATE_REVIEW, [userId, day, number, questions, rightAnswers, wrongAnswers, finishedAt])
}
