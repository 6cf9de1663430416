import type { Queryable } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'

const c = columns('rating_changes', 'c')
const o = columns('rating_changes', 'o?')
const p = columns('rating_changes', 'p?')
const r = columns('ratings', 'r')

const FIND_CHANGES = sql`
  select ${c('id', 'battleId', 'userId', 'number', 'score', 'ratingBefore', 'deviationBefore', 'volatilityBefore', 'rating', 'deviation', 'volatility')},
         ${o({ otherRating: 'ratingBefore' }, { otherDeviation: 'deviationBefore' }, { otherVolatility: 'volatilityBefore' })},
         ${p({ lastRating: 'rating' }, { lastDeviation: 'deviation' }, { lastVolatility: 'volatility' })}
  from rating_changes c
  left join rating_changes o on o.battle_id = c.battle_id and o.user_id <> c.user_id
  left join rating_changes p on p.user_id = c.user_id and p.number = c.number - 1
  where c.id > $1 order by c.id limit $2`

export type AuditedChange = RowOf<typeof FIND_CHANGES>

/** Returns changes with the opponent's standing before it, and the person's own last one. */
export const findChangesAfter = (db: Queryable, after: number, limit: number): Promise<AuditedChange[]> =>
  db.query(FIND_CHANGES, [after, limit])

const FIND_RATINGS = sql`
  select ${r('userId', 'rated', 'rating', 'deviation', 'volatility')},
         (select count(*) from rating_changes c where c.user_id = r.user_id) as ${out('changes', 'bigint')},
         ${p({ lastRating: 'rating' }, { lastDeviation: 'deviation' }, { lastVolatility: 'volatility' })}
  from ratings r left join rating_changes p on p.user_id = r.user_id and p.number = r.rated
  where r.user_id > $1 order by r.user_id limit $2`

export type AuditedRating = RowOf<typeof FIND_RATINGS>

export const findRatingsAfter = (db: Queryable, after: string, limit: number): Promise<AuditedRating[]> =>
  db.query(FIND_RATINGS, [after, limit])

const FIND_UNRATED = sql`
  select distinct c.user_id::text as ${out('subject', 'text')}, 'has changes and no rating' as ${out('detail', 'text')}
  from rating_changes c join user_profiles u on u.id = c.user_id
  where u.deleted_at is null and c.number = 1 and not exists (select from ratings r where r.user_id = c.user_id)
  order by 1 limit 20`

/** Returns people who lost their rating but not their account. */
export const findUnrated = (db: Queryable): Promise<{ subject: string; detail: string }[]> => db.query(FIND_UNRATED, [])
