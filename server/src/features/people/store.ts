import { OPEN_STATUSES } from '@aura/api/battle-statuses'
import { readStreak, streakColumns } from '#features/streak'
import type { Queryable } from '#platform/db/db'
import { columns, out, type RowOf, sql } from '#platform/db/sql'
import { sqlList } from '#platform/db/sql-list'

const u = columns('user_profiles', 'u')
const w = columns('user_wallets', 'w?')
const x = columns('x_handles', 'x?')

/** Statuses of battles accepted by both sides and not cancelled. */
const TOOK_PLACE = sqlList([...OPEN_STATUSES, 'completed'])

export type PersonRow = RowOf<typeof FIND_PERSON> & { currentStreak: number }

const FIND_PERSON = sql`
  select ${u('id', 'username', 'firstName', 'profileImageUrl', 'createdAt')}, ${w({ walletAddress: 'address' })},
         ${x({ twitterUsername: 'handle' })},
         (select coalesce(sum(balance), 0) from ledger_accounts
          where owner_id = u.id and kind in ('ap_available', 'ap_held'))::bigint as ${out('auraPoints', 'bigint')},
         ${streakColumns('l')},
         b.battles as ${out('battles', 'bigint')}, b.won as ${out('battlesWon', 'bigint')},
         b.drawn as ${out('battlesDrawn', 'bigint')}
  from user_profiles u join streaks l on l.user_id = u.id
  left join user_wallets w on w.user_id = u.id
  left join x_handles x on x.user_id = u.id
  cross join lateral (
    select count(*) as battles, count(*) filter (where winner_id = u.id) as won,
           count(*) filter (where winner_id is null) as drawn
    from (select winner_id from battles where challenger_id = u.id and status = 'completed'
          union all
          select winner_id from battles where opponent_id = u.id and status = 'completed') completed) b
  where u.id = $1 and u.deleted_at is null`

export async function findPerson(db: Queryable, id: string, at: Date): Promise<PersonRow | undefined> {
  const [row] = await db.query(FIND_PERSON, [id])
  return row && { ...row, currentStreak: readStreak(row, at) }
}

export type AuraDay = RowOf<typeof FIND_AURA_DAYS>

const FIND_AURA_DAYS = sql`
  with mine as materialized (
    select id from ledger_accounts where owner_id = $1 and kind in ('ap_available', 'ap_held')
  ),
  moved as (
    select t.created_at, t.amount from ledger_transfers t
    where t.to_account in (select id from mine) and t.from_account not in (select id from mine)
    union all
    select t.created_at, -t.amount from ledger_transfers t
    where t.from_account in (select id from mine) and t.to_account not in (select id from mine)
  ),
  days as (
    select (created_at at time zone 'UTC')::date as day, sum(amount)::bigint as change from moved group by 1
  )
  select day::text as ${out('day', 'text')}, change as ${out('change', 'bigint')}, total as ${out('total', 'bigint')}
  from (select day, change, (sum(change) over (order by day))::bigint as total from days) running
  where day >= ($2::timestamptz at time zone 'UTC')::date order by day`

/** Returns Aura per UTC day; amounts held and released within a day cancel out. */
export async function findAuraDays(db: Queryable, userId: string, from: Date): Promise<AuraDay[]> {
  return db.query(FIND_AURA_DAYS, [userId, from])
}

export interface OtherRow {
  otherId: string
  otherName: string
  otherImage: string | null
  otherStreak: number
}

export interface BattleRow extends OtherRow {
  id: string
  title: string | null
  status: string
  winnerId: string | null
  stake: number
  steeze: number
  opponentSteeze: number
  /** Null unless rounds decide it. */
  points: number | null
  opponentPoints: number | null
  endsAt: Date
}

const FIND_BATTLES_OF = sql`
  select b.id as ${out('id', 'uuid')}, b.title as ${out('title', 'text?')}, b.status as ${out('status', 'text')},
         b.winner_id as ${out('winnerId', 'uuid?')}, b.stake as ${out('stake', 'bigint')},
         b.ends_at as ${out('endsAt', 'timestamptz')},
         case when b.challenger_id = $1 then b.challenger_steeze else b.opponent_steeze end
           as ${out('steeze', 'bigint')},
         case when b.challenger_id = $1 then b.opponent_steeze else b.challenger_steeze end
           as ${out('opponentSteeze', 'bigint')},
         case when b.best_of is null then null when b.challenger_id = $1 then b.challenger_points
              else b.opponent_points end as ${out('points', 'int?')},
         case when b.best_of is null then null when b.challenger_id = $1 then b.opponent_points
              else b.challenger_points end as ${out('opponentPoints', 'int?')},
         ${u({ otherId: 'id' }, { otherName: 'username' }, { otherImage: 'profileImageUrl' })},
         ${streakColumns('l')}
  from ((select * from battles where challenger_id = $1
           and status in ${TOOK_PLACE})
        union all
        (select * from battles where opponent_id = $1
           and status in ${TOOK_PLACE})) b
  join user_profiles u on u.id = case when b.challenger_id = $1 then b.opponent_id else b.challenger_id end
  join streaks l on l.user_id = u.id
  order by b.starts_at desc, b.id limit $2`

export async function findBattlesOf(db: Queryable, userId: string, limit: number, at: Date): Promise<BattleRow[]> {
  const rows = await db.query(FIND_BATTLES_OF, [userId, limit])
  return rows.map((row) => ({ ...row, otherStreak: readStreak(row, at) }))
}
