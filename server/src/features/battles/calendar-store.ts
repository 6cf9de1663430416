import type { Queryable } from '#platform/db/db'
import { sql } from '#platform/db/sql'
import { BATTLE_COLUMNS, type BattleRow } from './store.ts'
import { LIST_TIME } from './tables.ts'

/** A battle is scheduled once it was accepted, and stays listed when it is called off. */
const SCHEDULED = `b.status in ('accepted', 'cancellation_requested', 'active', 'completed', 'cancelled')`

const LIST_SCHEDULED = sql`
  select ${BATTLE_COLUMNS} from battles b where b.id in (
    (select o.id from battles o where o.status in ('accepted', 'cancellation_requested', 'active')
     order by o.due_at, o.id limit $2)
    union all
    (select o.id from battles o where o.status = 'completed' order by (${LIST_TIME}), o.id limit $2)
    union all
    (select o.id from battles o where o.status = 'cancelled' order by o.created_at desc, o.id limit $2))
  and b.ends_at > $1::timestamptz order by b.starts_at, b.id`

/** Returns scheduled battles that end after `since`, by start; at most `limit` open, completed and cancelled ones each. */
export const listScheduled = (db: Queryable, since: Date, limit: number): Promise<BattleRow[]> =>
  db.query(LIST_SCHEDULED, [since, limit])

const LIST_SCHEDULED_OF = sql`
  select ${BATTLE_COLUMNS} from battles b
  where ${SCHEDULED} and b.ends_at > $1::timestamptz and b.id in (
    select o.id from battles o where o.challenger_id = any($3::uuid[])
    union all
    select o.id from battles o where o.opponent_id = any($3::uuid[])
    union all
    select r.battle_id from battle_reminders r where r.user_id = $4)
  order by ($4 in (b.challenger_id, b.opponent_id)) desc, b.due_at, b.starts_at desc, b.id limit $2`

interface ScheduledOf {
  userIds: readonly string[]
  /** Adds the battles this user is reminded of, and puts their own first. */
  ownerId: string | null
}

/**
 * Returns at most `limit` scheduled battles of these people that end after `since`: the owner's own first, then
 * unfinished ones by when they are due, then the latest.
 */
export const listScheduledOf = (
  db: Queryable,
  { userIds, ownerId }: ScheduledOf,
  { since, limit }: { since: Date; limit: number },
): Promise<BattleRow[]> => db.query(LIST_SCHEDULED_OF, [since, limit, userIds, ownerId])

const FIND_SCHEDULED = sql`select ${BATTLE_COLUMNS} from battles b where ${SCHEDULED} and b.id = $1`

export const findScheduled = (db: Queryable, id: string): Promise<BattleRow[]> => db.query(FIND_SCHEDULED, [id])
