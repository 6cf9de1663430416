import { type BattleStatus, OPEN_STATUSES } from '@aura/api/battle-statuses'
import { balanceExpression } from '#features/ledger'
import { readStreak, streakColumns } from '#features/lessons'
import type { Queryable, Tx } from '#platform/db/db'
import { ADVISORY_LOCKS } from '#platform/db/lock-order'
import { sqlList } from '#platform/db/sql-list'
import type { BattleState } from './battle.rules.ts'
import { LIST_RANK, LIST_TIME } from './tables.ts'

export interface BattleRow extends BattleState {
  title: string | null
  description: string
  createdAt: Date
  winnerId: string | null
  voidReason: string | null
  challengerHold: string
  opponentHold: string
  giftCount: number
  giftHead: string
}

export const BATTLE_COLUMNS = `b.id, b.challenger_id as "challengerId", b.opponent_id as "opponentId", b.title, b.description,
  b.status, b.stake, b.starts_at as "startsAt", b.ends_at as "endsAt", b.created_at as "createdAt",
  b.cancellation_requested_by as "cancellationRequestedBy", b.winner_id as "winnerId", b.void_reason as "voidReason",
  b.challenger_hold as "challengerHold", b.opponent_hold as "opponentHold",
  b.challenger_steeze as "challengerSteeze", b.opponent_steeze as "opponentSteeze", b.gift_count as "giftCount",
  b.gift_head as "giftHead"`

const OPEN = sqlList(OPEN_STATUSES)

/** In the order of the ids; undefined for unknown ones. */
export async function findBattles(db: Queryable, ids: readonly string[]): Promise<(BattleRow | undefined)[]> {
  const rows = await db.query<BattleRow>(`select ${BATTLE_COLUMNS} from battles b where b.id = any($1::uuid[])`, [ids])
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
}

/** Sent and received. */
export async function findPendingOf(db: Queryable, userId: string): Promise<BattleRow[]> {
  return db.query<BattleRow>(
    `select ${BATTLE_COLUMNS} from battles b
     where (b.challenger_id = $1 or b.opponent_id = $1) and b.status = 'pending' order by b.id`,
    [userId],
  )
}

/** Sent and received. */
export async function lockPendingOf(tx: Tx, userId: string): Promise<BattleRow[]> {
  return tx.query<BattleRow>(
    `select ${BATTLE_COLUMNS} from battles b
     where (b.challenger_id = $1 or b.opponent_id = $1) and b.status = 'pending' order by b.id for no key update`,
    [userId],
  )
}

export async function lockBattle(tx: Tx, id: string): Promise<BattleRow | undefined> {
  const [row] = await tx.query<BattleRow>(`select ${BATTLE_COLUMNS} from battles b where b.id = $1 for no key update`, [
    id,
  ])
  return row
}

/** Serialises transactions that count the battles of any of these users, in id order. */
export async function lockContenders(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended($2 || user_id, 0)) from unnest($1::text[]) as locked (user_id)`,
    [[...new Set(userIds)].sort(), ADVISORY_LOCKS.participants],
  )
}

/** In the 24 hours before `at`, newest first. */
export async function findSentChallenges(
  db: Queryable,
  userId: string,
  { at, limit }: { at: Date; limit: number },
): Promise<{ opponentId: string; createdAt: Date }[]> {
  return db.query(
    `select opponent_id as "opponentId", created_at as "createdAt" from battles
     where challenger_id = $1 and created_at > $2::timestamptz - interval '24 hours'
     order by created_at desc, id limit $3`,
    [userId, at, limit],
  )
}

export interface Person {
  id: string
  isDeleted: boolean
  username: string
  firstName: string | null
  profileImageUrl: string | null
  apAvailable: number
  apHeld: number
  openBattles: number
  pendingChallenges: number
  currentStreak: number
}

const PEOPLE = `
  select u.id, u.deleted_at is not null as "isDeleted", u.username, u.first_name as "firstName",
         u.profile_image_url as "profileImageUrl",
         ${balanceExpression('ap_available', 'u.id')} as "apAvailable",
         ${balanceExpression('ap_held', 'u.id')} as "apHeld",
         (select count(*) from battles o where o.challenger_id = u.id and o.status in ${OPEN})
           + (select count(*) from battles o where o.opponent_id = u.id and o.status in ${OPEN}) as "openBattles",
         (select count(*) from battles o where o.challenger_id = u.id and o.status = 'pending')
           as "pendingChallenges",
         ${streakColumns('l')}
  from user_profiles u join streaks l on l.user_id = u.id`

type PersonRow = Omit<Person, 'currentStreak'> & Parameters<typeof readStreak>[0]

const byId = (rows: readonly PersonRow[], at: Date): Map<string, Person> =>
  new Map(rows.map((row) => [row.id, { ...row, currentStreak: readStreak(row, at) }]))

/** With the balances and counts that battles depend on. */
export async function findPeople(db: Queryable, userIds: readonly string[], at: Date): Promise<Map<string, Person>> {
  const rows = await db.query<PersonRow>(`${PEOPLE} where u.id = any($1::uuid[])`, [[...new Set(userIds)]])
  return byId(rows, at)
}

export interface GifterRow {
  participantId: string
  userId: string
  username: string
  profileImageUrl: string | null
  amount: number
  gifts: number
}

const TOP_GIFTERS = 10

const GIFTERS = `
  select side.participant_id as "participantId", g.giver_id as "userId", u.username,
         u.profile_image_url as "profileImageUrl", g.amount, g.gifts, g.reached_seq as "reachedSeq"
  from (values (b.challenger_id), (b.opponent_id)) as side (participant_id)
  cross join lateral (
    select giver_id, amount, gifts, reached_seq from battle_gifters
    where battle_id = b.id and participant_id = side.participant_id
    order by amount desc, reached_seq, giver_id limit ${TOP_GIFTERS}) g
  join user_profiles u on u.id = g.giver_id order by g.amount desc, g.reached_seq, g.giver_id`

/** Per side, largest first; among equals, whoever reached the total first. */
export async function findTopGifters(db: Queryable, battleId: string): Promise<GifterRow[]> {
  return db.query<GifterRow & { reachedSeq: number }>(
    `select gifter.* from battles b cross join lateral (${GIFTERS}) gifter where b.id = $1
     order by gifter.amount desc, gifter."reachedSeq", gifter."userId"`,
    [battleId],
  )
}

export interface ShownBattle {
  row: BattleRow
  people: Map<string, Person>
  gifters: GifterRow[]
  at: Date
}

/** Existing battles in any order, in one statement: it is the busiest read. */
export async function findShown(db: Queryable, ids: readonly string[], now: Date | null): Promise<ShownBattle[]> {
  const rows = await db.query<BattleRow & { at: Date; people: PersonRow[]; gifters: GifterRow[] }>(
    `select ${BATTLE_COLUMNS}, coalesce($2::timestamptz, clock_timestamp()) as at,
            (select json_agg(p) from (${PEOPLE} where u.id in (b.challenger_id, b.opponent_id)) p) as people,
            (select coalesce(json_agg(g), '[]') from (${GIFTERS}) g) as gifters
     from battles b where b.id = any($1::uuid[])`,
    [ids, now],
  )
  return rows.map(({ at, people, gifters, ...row }) => ({ row, people: byId(people, at), gifters, at }))
}

export type BattleView = 'all' | 'live' | 'upcoming' | 'completed'

/** Needs an answer, live, upcoming, over. */
const MY_RANK = `case when b.status = 'pending' and b.opponent_id = $1
    or b.status = 'cancellation_requested' and b.cancellation_requested_by <> $1 then 0
  when b.status = 'active' then 1 when b.due_at is not null then 2 else 3 end`

const VIEWS: Record<BattleView, string> = {
  all: 'true',
  live: `${LIST_RANK} = 0`,
  upcoming: `${LIST_RANK} = 1`,
  completed: `b.status = 'completed'`,
}

export interface Page {
  after: string | null
  limit: number
}

/** Each order has an index. */
const LISTED = [LIST_RANK, LIST_TIME, 'id']
const ORDERS: Record<BattleView, readonly string[]> = {
  all: LISTED,
  live: LISTED,
  upcoming: LISTED,
  completed: [LIST_TIME, 'id'],
}

/** The first page has its own statement, so that the index serves both under any cached plan. */
export async function listBattles(db: Queryable, view: BattleView, { after, limit }: Page): Promise<BattleRow[]> {
  const order = ORDERS[view]
  const last = order.map((each) => `(select ${each} from battles where id = $2)`)
  return db.query<BattleRow>(
    `select ${BATTLE_COLUMNS} from battles b
     where ${VIEWS[view]} ${after === null ? '' : `and (${order.join(', ')}) > (${last.join(', ')})`}
     order by ${order.join(', ')} limit $1`,
    after === null ? [limit] : [limit, after],
  )
}

export async function listOwnBattles(
  db: Queryable,
  userId: string,
  { statuses, after, limit }: Page & { statuses: readonly BattleStatus[] | null },
): Promise<BattleRow[]> {
  const order = `(${MY_RANK}, ${LIST_TIME}, b.id)`
  return db.query<BattleRow>(
    `select ${BATTLE_COLUMNS} from battles b
     where (b.challenger_id = $1 or b.opponent_id = $1)
       and ($2::text[] is null or b.status = any($2))
       and ($3::uuid is null or ${order} > (select ${MY_RANK}, ${LIST_TIME}, b.id from battles b where b.id = $3))
     order by ${MY_RANK}, ${LIST_TIME}, b.id limit $4`,
    [userId, statuses, after, limit],
  )
}

export async function countByStatus(db: Queryable, userId: string | null): Promise<Map<BattleStatus, number>> {
  const rows = await db.query<{ status: BattleStatus; count: number }>(
    `select b.status, count(*) as count from battles b
     where $1::uuid is null or b.challenger_id = $1 or b.opponent_id = $1 group by 1`,
    [userId],
  )
  return new Map(rows.map(({ status, count }) => [status, count]))
}

export async function findUsernames(db: Queryable, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; username: string }>(
    'select id, username from user_profiles where id = any($1::uuid[])',
    [[...new Set(userIds)]],
  )
  return new Map(rows.map(({ id, username }) => [id, username]))
}
