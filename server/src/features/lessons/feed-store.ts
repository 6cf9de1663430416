import type { FeedEvent } from '@aura/api/calls/follows'
import type { FeedQuestion } from '#features/follows'
import type { Context } from '#platform/context'
import { columns, sql } from '#platform/db/sql'

const c = columns('lesson_completions', 'c')

const FIND_LIT_BY = sql`
  select ${c('userId', 'day', 'completedAt', 'streakAfter')} from lesson_completions c
  where c.user_id = any($1::uuid[]) and c.completed_at > $2::timestamptz and c.streak_after > 0
    and not exists (select 1 from lesson_completions e where e.user_id = c.user_id and e.day = c.day
                      and e.streak_after > 0 and (e.completed_at, e.lesson_id) < (c.completed_at, c.lesson_id))
  order by c.completed_at desc, c.user_id limit $3`

/** Returns the first claim of each day, with the streak it led to. */
export async function lessonsFeed({ db }: Context, { userIds, since, limit }: FeedQuestion): Promise<FeedEvent[]> {
  return (await db.query(FIND_LIT_BY, [userIds, since, limit])).map(({ userId, day, completedAt, streakAfter }) => ({
    id: `${userId}/${day}`,
    kind: 'day_lit',
    at: completedAt.toISOString(),
    isLive: false,
    number: streakAfter,
    path: `/user/${userId}`,
    personId: userId,
    otherId: null,
  }))
}
