import { readStreak, streakColumns } from '#features/streak'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, out, type RowOf, sql } from '#platform/db/sql'
import { JOIN_VISIBLE_WORDS } from './words-store.ts'

const vouches = columns('vouches')
const of = columns('vouches', 'v')

export interface Vouch {
  eventId: number
  key: string
  voucherWallet: string
  targetWallet: string
  voucherId: string | null
  targetId: string | null
  usdcMicros: number
  countedMicros: number
  multiplier: string | null
  auraAwarded: number
  /** AP withheld by the day's cap. */
  auraCapped: number
  txHash: string
  vouchedAt: Date
  /** Whether the two accounts were related when it was credited: then it earns nothing, for good. */
  wasRelated: boolean
}

const COLUMNS = fragment`
  ${vouches('eventId', 'key', 'voucherWallet', 'targetWallet', 'voucherId', 'targetId', 'usdcMicros')},
  ${vouches('countedMicros', 'multiplier', 'auraAwarded', 'auraCapped', 'txHash', 'vouchedAt', 'wasRelated')}`

const INSERT_VOUCHES = sql`
  insert into vouches (event_id, key, voucher_wallet, target_wallet, voucher_id, target_id, usdc_micros,
                       counted_micros, multiplier, aura_awarded, aura_capped, tx_hash, vouched_at, was_related, was_blocked)
  select given.*, exists (select 1 from blocks b where b.blocker_id in (given.voucher_id, given.target_id)
                                                   and b.blocked_id in (given.voucher_id, given.target_id)
                                                   and b.blocked_at < given.vouched_at)
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::bigint[],
              $8::bigint[], $9::text[], $10::int[], $11::int[], $12::text[], $13::timestamptz[], $14::boolean[])
    as given (event_id, key, voucher_wallet, target_wallet, voucher_id, target_id, usdc_micros, counted_micros, multiplier,
              aura_awarded, aura_capped, tx_hash, vouched_at, was_related)`

export async function insertVouches(tx: Tx, vouches: readonly Vouch[]): Promise<void> {
  const column = <T>(value: (vouch: Vouch) => T) => vouches.map(value)
  await tx.query(INSERT_VOUCHES, [
    column(({ eventId }) => eventId),
    column(({ key }) => key),
    column(({ voucherWallet }) => voucherWallet),
    column(({ targetWallet }) => targetWallet),
    column(({ voucherId }) => voucherId),
    column(({ targetId }) => targetId),
    column(({ usdcMicros }) => usdcMicros),
    column(({ countedMicros }) => countedMicros),
    column(({ multiplier }) => multiplier),
    column(({ auraAwarded }) => auraAwarded),
    column(({ auraCapped }) => auraCapped),
    column(({ txHash }) => txHash),
    column(({ vouchedAt }) => vouchedAt.toISOString()),
    column(({ wasRelated }) => wasRelated),
  ])
}

const DELETE_VOUCHES = sql`delete from vouches where event_id = any($1::bigint[]) returning ${COLUMNS}`

export async function deleteVouches(tx: Tx, eventIds: readonly number[]): Promise<Vouch[]> {
  return tx.query(DELETE_VOUCHES, [eventIds])
}

const FIND_VOUCHES = sql`select ${COLUMNS} from vouches where event_id = any($1::bigint[])`

export async function findVouches(db: Queryable, eventIds: readonly number[]): Promise<Vouch[]> {
  return db.query(FIND_VOUCHES, [eventIds])
}

const FIND_VOUCHES_OF_DAYS = sql`
  select ${COLUMNS}, (select e.block_number from chain_events e where e.id = v.event_id)
    as ${out('blockNumber', 'bigint')},
         (select e.log_index from chain_events e where e.id = v.event_id) as ${out('logIndex', 'int')}
  from unnest($1::uuid[], $2::date[]) as asked (target, day)
  join vouches v on v.target_id = asked.target
    and v.vouched_at >= asked.day::timestamp at time zone 'UTC'
    and v.vouched_at < (asked.day + 1)::timestamp at time zone 'UTC'
  join user_profiles u on u.id = asked.target and u.deleted_at is null
  where v.aura_awarded > 0 or v.aura_capped > 0`

/** Returns the vouches of these UTC days that earn AP, with their positions, but no deleted targets. */
export async function findVouchesOfDays(
  db: Queryable,
  days: readonly { targetId: string; day: string }[],
): Promise<(Vouch & { blockNumber: number; logIndex: number })[]> {
  return db.query(FIND_VOUCHES_OF_DAYS, [days.map(({ targetId }) => targetId), days.map(({ day }) => day)])
}

const UPDATE_AWARDS = sql`
  update vouches v set key = changed.key, aura_awarded = changed.awarded, aura_capped = changed.capped
  from unnest($1::bigint[], $2::text[], $3::int[], $4::int[]) as changed (event_id, key, awarded, capped)
  where v.event_id = changed.event_id`

export async function updateAwards(
  tx: Tx,
  vouches: readonly Pick<Vouch, 'eventId' | 'key' | 'auraAwarded' | 'auraCapped'>[],
): Promise<void> {
  if (vouches.length === 0) return
  await tx.query(UPDATE_AWARDS, [
    vouches.map(({ eventId }) => eventId),
    vouches.map(({ key }) => key),
    vouches.map(({ auraAwarded }) => auraAwarded),
    vouches.map(({ auraCapped }) => auraCapped),
  ])
}

const FIND_BETWEEN = sql`
  select asked.one as ${out('one', 'uuid')}, asked.other as ${out('other', 'uuid')},
         ${of('eventId', 'key', 'voucherWallet', 'targetWallet', 'voucherId', 'targetId', 'usdcMicros')},
         ${of('countedMicros', 'multiplier', 'auraAwarded', 'auraCapped', 'txHash', 'vouchedAt', 'wasRelated')},
         (select e.block_number from chain_events e where e.id = v.event_id) as ${out('blockNumber', 'bigint')},
         (select e.log_index from chain_events e where e.id = v.event_id) as ${out('logIndex', 'int')},
         v.voucher_id = any(who.others) as ${out('isBack', 'boolean')},
         v.voucher_id in (asked.one, asked.other) and v.target_id in (asked.one, asked.other)
           as ${out('isOwn', 'boolean')},
         exists (select 1 from user_profiles u where u.id = v.target_id and u.deleted_at is null)
           as ${out('isTargetLive', 'boolean')}
  from unnest($1::uuid[], $2::uuid[]) as asked (one, other)
  cross join lateral (
    select array(select earlier_accounts(asked.one)) || asked.one as ones,
           array(select earlier_accounts(asked.other)) || asked.other as others) who
  join vouches v on (v.voucher_id = any(who.ones) and v.target_id = any(who.others))
    or (v.voucher_id = any(who.others) and v.target_id = any(who.ones))
  order by "blockNumber", "logIndex"`

export type VouchBetween = RowOf<typeof FIND_BETWEEN>

/** Returns all vouches between each two people, over all accounts of both, in chain order. */
export const findBetween = (db: Queryable, pairs: readonly (readonly [string, string])[]): Promise<VouchBetween[]> =>
  db.query(FIND_BETWEEN, [pairs.map(([one]) => one), pairs.map(([, other]) => other)])

const UPDATE_COUNTED = sql`
  update vouches v set counted_micros = changed.counted, aura_capped = changed.capped
  from unnest($1::bigint[], $2::bigint[], $3::int[]) as changed (event_id, counted, capped)
  where v.event_id = changed.event_id`

export async function updateCounted(
  tx: Tx,
  vouches: readonly Pick<Vouch, 'eventId' | 'countedMicros' | 'auraCapped'>[],
): Promise<void> {
  if (vouches.length === 0) return
  await tx.query(UPDATE_COUNTED, [
    vouches.map(({ eventId }) => eventId),
    vouches.map(({ countedMicros }) => countedMicros),
    vouches.map(({ auraCapped }) => auraCapped),
  ])
}

const SUM_AWARDED_SINCE = sql`
  select coalesce(sum(aura_awarded), 0)::bigint as ${out('awarded', 'bigint')} from vouches
  where target_id = $1 and vouched_at >= $2`

/** Returns the AP a user received from vouches since a moment. */
export async function sumAwardedSince(db: Queryable, targetId: string, since: Date): Promise<number> {
  const [row] = await db.query(SUM_AWARDED_SINCE, [targetId, since])
  return row?.awarded ?? 0
}

const SUM_PAIR = sql`
  select coalesce(sum(usdc_micros), 0)::bigint as ${out('usdcMicros', 'bigint')}, count(*) as ${out('count', 'bigint')}
  from vouches where voucher_id = $1 and target_id = $2`

/** Returns what one account vouched for another so far, over all wallets either ever had. */
export async function sumPair(
  db: Queryable,
  { voucherId, targetId }: { voucherId: string; targetId: string },
): Promise<RowOf<typeof SUM_PAIR>> {
  return (await db.query(SUM_PAIR, [voucherId, targetId]))[0] ?? { usdcMicros: 0, count: 0 }
}

export type VouchTotals = RowOf<typeof SUM_VOUCHES>

const SUM_VOUCHES = sql`
  select (select count(*) from vouches where target_id = $1) as ${out('vouchesReceived', 'bigint')},
  (select coalesce(sum(usdc_micros), 0)::bigint from vouches where target_id = $1)
    as ${out('receivedMicros', 'bigint')},
  (select count(*) from vouches where voucher_id = $1) as ${out('vouchesGiven', 'bigint')},
  (select coalesce(sum(usdc_micros), 0)::bigint from vouches where voucher_id = $1) as ${out('givenMicros', 'bigint')}`

export async function sumVouches(db: Queryable, userId: string): Promise<VouchTotals> {
  const [row] = await db.query(SUM_VOUCHES, [userId])
  return row as VouchTotals
}

const SUM_RECEIVED = sql`
  select count(v.event_id) as ${out('count', 'bigint')}, coalesce(sum(v.usdc_micros), 0)::bigint as ${out('micros', 'bigint')}
  from unnest($1::uuid[]) with ordinality as asked (id, at) left join vouches v on v.target_id = asked.id
  group by asked.at order by asked.at`

/** Returns the number of vouches each user received, and their micro-USDC, in order. */
export const sumReceived = (db: Queryable, userIds: readonly string[]): Promise<RowOf<typeof SUM_RECEIVED>[]> =>
  db.query(SUM_RECEIVED, [userIds])

export interface VouchOfUserRow {
  otherId: string
  otherName: string
  otherImage: string | null
  otherStreak: number
  txHash: string
  usdcMicros: number
  auraAwarded: number
  vouchedAt: Date
  wordsId: string | null
  text: string | null
}

const u = columns('user_profiles', 'u')
const w = columns('vouch_words', 'w?')
const vouchesOf = (mine: string, other: string) => sql`
  select ${of('txHash', 'usdcMicros', 'auraAwarded', 'vouchedAt')},
         ${u({ otherId: 'id' }, { otherName: 'username' }, { otherImage: 'profileImageUrl' })}, ${streakColumns('l')},
         ${w({ wordsId: 'id' }, 'text')}
  from vouches v join user_profiles u on u.id = v.${other} join streaks l on l.user_id = u.id
  ${JOIN_VISIBLE_WORDS}
  where v.${mine} = $3
    and not exists (select 1 from blocks b where b.blocker_id = $1::uuid and b.blocked_id = v.${other})
  order by v.vouched_at desc, v.event_id desc limit $2`
const FIND_VOUCHES_OF = { received: vouchesOf('target_id', 'voucher_id'), given: vouchesOf('voucher_id', 'target_id') }

/** Returns vouches, newest first, without those of people the viewer blocked. */
export async function findVouchesOf(
  db: Queryable,
  {
    userId,
    direction,
    viewerId,
    limit,
  }: { userId: string; direction: 'received' | 'given'; viewerId: string; limit: number },
  at: Date,
): Promise<VouchOfUserRow[]> {
  const rows = await db.query(FIND_VOUCHES_OF[direction], [viewerId, limit, userId])
  return rows.map((row) => ({ ...row, otherStreak: readStreak(row, at) }))
}

const HAS_VOUCHED = sql`select 1 from vouches where voucher_id = $1 and target_id = $2 limit 1`

export async function hasVouched(
  db: Queryable,
  { voucherId, targetId }: { voucherId: string; targetId: string },
): Promise<boolean> {
  return (await db.query(HAS_VOUCHED, [voucherId, targetId])).length > 0
}

const FIND_PARTIES = sql`
  select ${of('txHash', 'voucherId', 'targetId')} from vouches v
  where (v.voucher_id = $1 or v.target_id = $1) and v.tx_hash = any($2::text[])`

/** Returns the parties of a person's vouches in these transactions. */
export const findVouchParties = (
  db: Queryable,
  userId: string,
  txHashes: readonly string[],
): Promise<RowOf<typeof FIND_PARTIES>[]> => db.query(FIND_PARTIES, [userId, txHashes])
