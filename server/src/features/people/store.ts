import { OPEN_STATUSES } from '@aura/api/battle-statuses'
import { readStreak, streakColumns } from '#features/lessons'
import { receivedCount, receivedMicros } from '#features/vouching'
import type { Queryable } from '#platform/db/db'
import { sqlList } from '#platform/db/sql-list'

/** Accepted by both sides and not cancelled. */
const TOOK_PLACE = sqlList([...OPEN_STATUSES, 'completed'])

type StreakRow = Parameters<typeof readStreak>[0]

export interface PersonRow {
  id: string
  username: string
  firstName: string | null
  profileImageUrl: string | null
  walletAddress: string | null
  twitterUsername: string | null
  createdAt: Date
  auraPoints: number
  currentStreak: number
  vouchesReceived: number
  receivedMicros: number
  vouchesGiven: number
  givenMicros: number
  battles: number
  battlesWon: number
  battlesDrawn: number
}

export async function findPerson(db: Queryable, id: string, at: Date): Promise<PersonRow | undefined> {
  const [row] = await db.query<Omit<PersonRow, 'currentStreak'> & StreakRow>(
    `select u.id, u.username, u.first_name as "firstName", u.profile_image_url as "profileImageUrl",
            u.created_at as "createdAt", w.address as "walletAddress", x.handle as "twitterUsername",
            coalesce(e.points, 0) as "auraPoints", ${streakColumns('l')},
            ${receivedCount('u.id')} as "vouchesReceived", ${receivedMicros('u.id')} as "receivedMicros",
            (select count(*) from vouches where voucher_id = u.id) as "vouchesGiven",
            (select coalesce(sum(usdc_micros), 0)::bigint from vouches where voucher_id = u.id) as "givenMicros",
            b.battles, b.won as "battlesWon", b.drawn as "battlesDrawn"
     from user_profiles u join streaks l on l.user_id = u.id
     left join rank_entries e on e.board = 0 and e.user_id = u.id
     left join user_wallets w on w.user_id = u.id
     left join x_handles x on x.user_id = u.id
     cross join lateral (
       select count(*) as battles, count(*) filter (where winner_id = u.id) as won,
              count(*) filter (where winner_id is null) as drawn
       from (select winner_id from battles where challenger_id = u.id and status = 'completed'
             union all
             select winner_id from battles where opponent_id = u.id and status = 'completed') completed) b
     where u.id = $1 and u.deleted_at is null`,
    [id],
  )
  return row && { ...row, currentStreak: readStreak(row, at) }
}

export interface AuraDay {
  day: string
  change: number
  total: number
}

/** Per UTC day; amounts held and released within a day cancel out. */
export async function findAuraDays(db: Queryable, userId: string, from: Date): Promise<AuraDay[]> {
  return db.query<AuraDay>(
    `with mine as materialized (
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
     select day::text as day, change, total
     from (select day, change, (sum(change) over (order by day))::bigint as total from days) running
     where day >= ($2::timestamptz at time zone 'UTC')::date order by day`,
    [userId, from],
  )
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
  endsAt: Date
}

export async function findBattlesOf(db: Queryable, userId: string, limit: number, at: Date): Promise<BattleRow[]> {
  const rows = await db.query<Omit<BattleRow, 'otherStreak'> & StreakRow>(
    `select b.id, b.title, b.status, b.winner_id as "winnerId", b.stake, b.ends_at as "endsAt",
            case when b.challenger_id = $1 then b.challenger_steeze else b.opponent_steeze end as steeze,
            case when b.challenger_id = $1 then b.opponent_steeze else b.challenger_steeze end as "opponentSteeze",
            u.id as "otherId", u.username as "otherName", u.profile_image_url as "otherImage",
            ${streakColumns('l')}
     from ((select * from battles where challenger_id = $1
              and status in ${TOOK_PLACE})
           union all
           (select * from battles where opponent_id = $1
              and status in ${TOOK_PLACE})) b
     join user_profiles u on u.id = case when b.challenger_id = $1 then b.opponent_id else b.challenger_id end
     join streaks l on l.user_id = u.id
     order by b.starts_at desc, b.id limit $2`,
    [userId, limit],
  )
  return rows.map((row) => ({ ...row, otherStreak: readStreak(row, at) }))
}
