import type { Difficulty } from '@aura/api/calls/lessons/lesson'
import type { Day } from '@aura/api/day'
import type { Queryable } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'

const lessonCompletions = columns('lesson_completions')

const INSERT_COMPLETION = sql`
  insert into lesson_completions (user_id, lesson_id, day, completed_at, is_review, aura_earned, streak_after,
                                  rest_days_after, rested_days, difficulty, broke_on)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::date[], $10, $11)`

export async function insertCompletion(
  db: Queryable,
  completion: {
    userId: string
    lessonId: string
    day: Day
    at: Date
    isReview: boolean
    auraEarned: number
    streakAfter: number
    restDaysAfter: number
    restedDays: readonly Day[]
    difficulty: Difficulty | null
    /** The missed day that broke the streak which this wins back. */
    brokeOn?: Day
  },
): Promise<void> {
  const { userId, lessonId, day, at, isReview, auraEarned, streakAfter, restDaysAfter, restedDays } = completion
  await db.query(INSERT_COMPLETION, [
    userId,
    lessonId,
    day,
    at,
    isReview,
    auraEarned,
    streakAfter,
    restDaysAfter,
    restedDays,
    completion.difficulty,
    completion.brokeOn ?? null,
  ])
}

export type Completion = RowOf<typeof FIND_COMPLETIONS>

const FIND_COMPLETIONS = sql`
  select ${lessonCompletions('lessonId', 'day', 'auraEarned')} from lesson_completions
  where user_id = $1 order by completed_at, lesson_id`

export async function findCompletions(db: Queryable, userId: string): Promise<Completion[]> {
  return db.query(FIND_COMPLETIONS, [userId])
}

export interface Claim extends Completion {
  at: Date
  isReview: boolean
  streakAfter: number
  restDaysAfter: number
  restedDays: readonly Day[]
  brokeOn: Day | null
}

const FIND_CLAIMS = sql`
  select ${lessonCompletions('lessonId', 'day', 'auraEarned', { at: 'completedAt' }, 'isReview', 'streakAfter', 'restDaysAfter', 'brokeOn')},
         rested_days::text[] as ${out('restedDays', 'text[]')}
  from lesson_completions where user_id = $1 and day between $2 and $3 and streak_after > 0
  order by completed_at, lesson_id`

export async function findClaims(
  db: Queryable,
  userId: string,
  { from, to }: { from: Day; to: Day },
): Promise<Claim[]> {
  return db.query(FIND_CLAIMS, [userId, from, to])
}

export interface StreakFigures {
  firstDay: Day | null
  longestStreak: number
  lessonsFinished: number
  runStart: Day | null
  /** The latest day on which a streak was won back, also in an account that this one continues. */
  wonBackOn: Day | null
}

const FIND_STREAK_FIGURES = sql`
  select min(day) filter (where streak_after > 0) as ${out('firstDay', 'date?')},
         coalesce(max(streak_after), 0) as ${out('longestStreak', 'int')},
         (count(*) filter (where not is_review))::int as ${out('lessonsFinished', 'int')},
         max(day) filter (where streak_after = 1 and not exists (
           select 1 from lesson_completions w
           where w.user_id = c.user_id and w.streak_after > 0
             and c.day between w.broke_on and w.day)) as ${out('runStart', 'date?')},
         max(day) filter (where broke_on is not null) as ${out('wonBackOn', 'date?')}
  from lesson_completions c where user_id = $1`

export async function findStreakFigures(db: Queryable, userId: string): Promise<StreakFigures> {
  const [row] = await db.query(FIND_STREAK_FIGURES, [userId])
  return row as StreakFigures
}
