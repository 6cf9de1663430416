import { type BattleStatus, OPEN_STATUSES } from '@aura/api/battle-statuses'
import { balanceExpression } from '#features/ledger'
import { readStreak, streakColumns } from '#features/streak'
import type { Queryable, Tx } from '#platform/db/db'
import { ADVISORY_LOCKS } from '#platform/db/lock-order'
import { columns, fragment, of, out, type RowOf, sql } from '#platform/db/sql'
import { sqlList } from '#platform/db/sql-list'
import { type SideStream, shownStreams } from './streams/stream-store.ts'
import { LIST_RANK, LIST_TIME } from './tables.ts'

const battles = columns('battles')

const b = columns('battles', 'b')
export const BATTLE_COLUMNS = fragment`
  ${b('id', 'challengerId', 'opponentId', 'title', 'description', 'status', 'stake', 'startsAt', 'endsAt', 'createdAt')},
  ${b('softClose', 'plannedEndsAt', 'extendedAt')},
  ${b('outageFrom', 'outageTo', 'outageEnd', 'outageMovedTo', 'outageGifts', 'outageExtensions')},
  ${b('cancellationRequestedBy', 'challengerRequests', 'opponentRequests', 'winnerId', 'voidReason', 'declineReason', 'rematchOf', 'challengerHold', 'opponentHold')},
  ${b('challengerSteeze', 'opponentSteeze', 'giftCount', 'giftHead')},
  ${b('bestOf', 'challengerPoints', 'opponentPoints', 'absent')}`

export type BattleRow = RowOf<typeof BATTLE_COLUMNS>

const OPEN = sqlList(OPEN_STATUSES)

const FIND_BATTLES = sql`select ${BATTLE_COLUMNS} from battles b where b.id = any($1::uuid[])`

/** Returns battles in the order of the ids; undefined for unknown ones. */
export async function findBattles(db: Queryable, ids: readonly string[]): Promise<(BattleRow | undefined)[]> {
  const rows = await db.query(FIND_BATTLES, [ids])
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
}

const FIND_PENDING_OF = sql`
  select ${BATTLE_COLUMNS} from battles b
  where (b.challenger_id = $1 or b.opponent_id = $1) and b.status = 'pending' order by b.id`

export async function findPendingOf(db: Queryable, userId: string): Promise<BattleRow[]> {
  return db.query(FIND_PENDING_OF, [userId])
}

// `walkoverAp` of a walkover.
const MOVED_AP = 'case when b.absent is null then b.stake else (b.stake + 1) / 2 end'
const SUM_PAIR_AP = sql`
  select coalesce(sum(${MOVED_AP}), 0)::bigint as ${out('ap', 'bigint')} from battles b
  where $1 in (b.challenger_id, b.opponent_id) and $2 in (b.challenger_id, b.opponent_id)
    and (b.due_at is not null or b.winner_id is not null and b.ends_at > $3::timestamptz) and b.id is distinct from $4`

/** Returns the AP that two people's battles moved since then or may still move, except one battle. */
export async function sumPairAp(
  db: Queryable,
  { pair, since, except }: { pair: readonly [string, string]; since: Date; except: string | null },
): Promise<number> {
  return (await db.query(SUM_PAIR_AP, [...pair, since, except]))[0]?.ap ?? 0
}

const LOCK_PENDING_OF = sql`
  select ${BATTLE_COLUMNS} from battles b
  where (b.challenger_id = $1 or b.opponent_id = $1) and b.status = 'pending' order by b.id for no key update`

export async function lockPendingOf(tx: Tx, userId: string): Promise<BattleRow[]> {
  return tx.query(LOCK_PENDING_OF, [userId])
}

const FIND_OPEN_REMATCH = sql`
  select ${battles('id')} from battles where rematch_of = $1 and due_at is not null`

export async function findOpenRematch(db: Queryable, battleId: string): Promise<string | undefined> {
  const [row] = await db.query(FIND_OPEN_REMATCH, [battleId])
  return row?.id
}

const LOCK_BATTLE = sql`select ${BATTLE_COLUMNS} from battles b where b.id = $1 for no key update`

export async function lockBattle(tx: Tx, id: string): Promise<BattleRow | undefined> {
  const [row] = await tx.query(LOCK_BATTLE, [id])
  return row
}

const LOCK_CONTENDERS = sql`
  select pg_advisory_xact_lock(hashtextextended($2 || user_id, 0)) from unnest($1::text[]) as locked (user_id)`

/** Serialises transactions that count the battles of any of these users, in id order. */
export async function lockContenders(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.query(LOCK_CONTENDERS, [[...new Set(userIds)].sort(), ADVISORY_LOCKS.participants])
}

// A battle from a link counts as sent when the link was made, to no one.
const FIND_SENT_CHALLENGES = sql`
  select case when sent.is_link then null else sent.opponent_id end as ${out('opponentId', 'uuid?')},
         sent.created_at as ${out('createdAt', 'timestamptz')}
  from (
    select b.id, b.opponent_id, b.created_at, false as is_link from battles b
    where b.challenger_id = $1 and not exists (select 1 from challenge_links l where l.id = b.id)
    union all
    select l.id, l.challenger_id, l.created_at, true from challenge_links l where l.challenger_id = $1) sent
  where sent.created_at > $2::timestamptz - interval '24 hours'
  order by sent.created_at desc, sent.id limit $3`

/** Returns the challenges of the 24 hours before `at`, newest first. */
export async function findSentChallenges(
  db: Queryable,
  userId: string,
  { at, limit }: { at: Date; limit: number },
): Promise<{ opponentId: string | null; createdAt: Date }[]> {
  return db.query(FIND_SENT_CHALLENGES, [userId, at, limit])
}

const u = columns('user_profiles', 'u')
const PEOPLE = fragment`
  select ${u('id')}, u.deleted_at is not null as ${out('isDeleted', 'boolean')},
         ${u('username', 'firstName', 'profileImageUrl')},
         ${balanceExpression('ap_available', 'u.id')} as ${out('apAvailable', 'bigint')},
         ${balanceExpression('ap_held', 'u.id')} as ${out('apHeld', 'bigint')},
         (select count(*) from battles o where o.challenger_id = u.id and o.status in ${OPEN})
           + (select count(*) from battles o where o.opponent_id = u.id and o.status in ${OPEN})
           as ${out('openBattles', 'bigint')},
         (select count(*) from battles o where o.challenger_id = u.id and o.status = 'pending')
           + (select count(*) from challenge_links o where o.challenger_id = u.id and o.status = 'pending')
           as ${out('pendingChallenges', 'bigint')},
         ${streakColumns('l')}
  from user_profiles u join streaks l on l.user_id = u.id`

export type Person = RowOf<typeof PEOPLE> & { currentStreak: number }

type PersonRow = RowOf<typeof PEOPLE>

const byId = (rows: readonly PersonRow[], at: Date): Map<string, Person> =>
  new Map(rows.map((row) => [row.id, { ...row, currentStreak: readStreak(row, at) }]))

const FIND_PEOPLE = sql`${PEOPLE} where u.id = any($1::uuid[])`

/** Returns users with the balances and counts that battles depend on. */
export async function findPeople(db: Queryable, userIds: readonly string[], at: Date): Promise<Map<string, Person>> {
  return byId(await db.query(FIND_PEOPLE, [[...new Set(userIds)]]), at)
}

const TOP_GIFTERS = 10

const g = columns('battle_gifters', 'g')
/** The lowest of the ten with the highest ceilings bounds the search: higher ranks have higher ceilings. */
const GIFTERS = fragment`
  select side.participant_id as ${out('participantId', 'uuid')}, ${g({ userId: 'giverId' })},
         ${u('username', 'profileImageUrl')}, ${g('amount', 'gifts', 'reachedSeq')}
  from (values (b.challenger_id), (b.opponent_id)) as side (participant_id)
  cross join lateral (
    select amount, reached_seq from (
      select amount, reached_seq from battle_gifters
      where battle_id = b.id and participant_id = side.participant_id
      order by ceiling desc, ceiling_tie desc limit ${TOP_GIFTERS}) likely
    order by amount, reached_seq desc limit 1) lowest
  cross join lateral (
    select giver_id, amount, gifts, reached_seq from battle_gifters
    where battle_id = b.id and participant_id = side.participant_id
      and (ceiling, ceiling_tie) >= (lowest.amount, -lowest.reached_seq)
    order by amount desc, reached_seq, giver_id limit ${TOP_GIFTERS}) g
  join user_profiles u on u.id = g.giver_id order by g.amount desc, g.reached_seq, g.giver_id`

export type GifterRow = RowOf<typeof GIFTERS>

const FIND_TOP_GIFTERS = sql`
  select ${{ ...GIFTERS, text: 'gifter.*' }} from battles b cross join lateral (${GIFTERS.text}) gifter where b.id = $1
  order by gifter.amount desc, gifter."reachedSeq", gifter."userId"`

/** Returns top gifters per side, largest first; of equal ones, the first to reach the total. */
export const findTopGifters = (db: Queryable, battleId: string): Promise<GifterRow[]> =>
  db.query(FIND_TOP_GIFTERS, [battleId])

export type OwnGift = RowOf<typeof FIND_OWN_GIFTS>

const FIND_OWN_GIFTS = sql`
  select ${g('battleId', 'giverId', 'participantId', 'amount')}
  from unnest($1::uuid[], $2::uuid[]) as wanted (battle_id, giver_id)
  join battles b on b.id = wanted.battle_id
  cross join lateral (values (b.challenger_id), (b.opponent_id)) as side (participant_id)
  join battle_gifters g on g.battle_id = b.id and g.participant_id = side.participant_id
                       and g.giver_id = wanted.giver_id`

/** Returns what these users gave in these battles, per side. */
export async function findOwnGifts(
  db: Queryable,
  of: readonly { battleId: string; giverId: string }[],
): Promise<OwnGift[]> {
  return db.query(FIND_OWN_GIFTS, [of.map(({ battleId }) => battleId), of.map(({ giverId }) => giverId)])
}

export interface ShownBattle {
  row: BattleRow
  people: Map<string, Person>
  gifters: GifterRow[]
  streams: SideStream[]
  at: Date
}

const SHOWN_AT = 'coalesce($2::timestamptz, clock_timestamp())'

const FIND_SHOWN = sql`
  select ${BATTLE_COLUMNS}, ${SHOWN_AT} as ${out('at', 'timestamptz')},
         (select json_agg(p) from (${PEOPLE.text} where u.id in (b.challenger_id, b.opponent_id)) p)
           as ${out('people', 'json', of<PersonRow[]>)},
         (select coalesce(json_agg(g), '[]') from (${GIFTERS.text}) g) as ${out('gifters', 'json', of<GifterRow[]>)},
         (select json_agg(s) from (${shownStreams(SHOWN_AT).text}) s) as ${out('streams', 'json?', of<SideStream[] | null>)}
  from battles b where b.id = any($1::uuid[])`

/** Returns existing battles in any order, in one statement, since it is the busiest read. */
export async function findShown(db: Queryable, ids: readonly string[], now: Date | null): Promise<ShownBattle[]> {
  const rows = await db.query(FIND_SHOWN, [ids, now])
  return rows.map(({ at, people, gifters, streams, ...row }) => ({
    row,
    people: byId(people, at),
    gifters,
    streams: streams ?? [],
    at,
  }))
}

export type BattleView = 'all' | 'live' | 'upcoming' | 'completed'

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

const LISTED = [LIST_RANK, LIST_TIME, 'id']
const ORDERS: Record<BattleView, readonly string[]> = {
  all: LISTED,
  live: LISTED,
  upcoming: LISTED,
  completed: [LIST_TIME, 'id'],
}

const listed = (view: BattleView, isFirst: boolean) => {
  const order = ORDERS[view]
  const last = order.map((each) => `(select ${each} from battles where id = $2)`)
  return sql`
    select ${BATTLE_COLUMNS} from battles b
    where ${VIEWS[view]} ${isFirst ? '' : `and (${order.join(', ')}) > (${last.join(', ')})`}
    order by ${order.join(', ')} limit $1`
}
const pagesOf = (view: BattleView) => ({ first: listed(view, true), next: listed(view, false) })
/** Lists of battles. The first page has a statement of its own, so that the index serves both under any cached plan. */
const LIST_BATTLES: Record<BattleView, ReturnType<typeof pagesOf>> = {
  all: pagesOf('all'),
  live: pagesOf('live'),
  upcoming: pagesOf('upcoming'),
  completed: pagesOf('completed'),
}

export async function listBattles(db: Queryable, view: BattleView, { after, limit }: Page): Promise<BattleRow[]> {
  const { first, next } = LIST_BATTLES[view]
  return after === null ? db.query(first, [limit]) : db.query(next, [limit, after])
}

const MY_ORDER = `(${MY_RANK}, ${LIST_TIME}, b.id)`
const LIST_OWN_BATTLES = sql`
  select ${BATTLE_COLUMNS} from battles b
  where (b.challenger_id = $1 or b.opponent_id = $1)
    and ($2::text[] is null or b.status = any($2))
    and ($3::uuid is null or ${MY_ORDER} > (select ${MY_RANK}, ${LIST_TIME}, b.id from battles b where b.id = $3))
  order by ${MY_RANK}, ${LIST_TIME}, b.id limit $4`

export async function listOwnBattles(
  db: Queryable,
  userId: string,
  { statuses, after, limit }: Page & { statuses: readonly BattleStatus[] | null },
): Promise<BattleRow[]> {
  return db.query(LIST_OWN_BATTLES, [userId, statuses, after, limit])
}

const SUM_TOTALS = sql`
  select status as ${out('status', 'text', of<BattleStatus>)}, sum(count::bigint)::bigint as ${out('count', 'bigint')}
  from battle_totals, jsonb_each_text(counts) as stands (status, count) group by status`

const COUNT_OWN = sql`
  select ${b('status')}, count(*) as ${out('count', 'bigint')} from battles b
  where b.challenger_id = $1 or b.opponent_id = $1 group by 1`

/** Counts all battles by status, from stored totals. */
export const countByStatus = async (db: Queryable): Promise<Map<BattleStatus, number>> =>
  countsOf(await db.query(SUM_TOTALS, []))

export const countOwnByStatus = async (db: Queryable, userId: string): Promise<Map<BattleStatus, number>> =>
  countsOf(await db.query(COUNT_OWN, [userId]))

const countsOf = (rows: readonly { status: BattleStatus; count: number }[]) =>
  new Map(rows.map(({ status, count }) => [status, count]))
