import { readStreak, streakColumns } from '#features/lessons'
import type { Queryable, Tx } from '#platform/db/db'

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
  /** AP the day's cap withheld. */
  auraCapped: number
  txHash: string
  vouchedAt: Date
}

const COLUMNS = `event_id as "eventId", key, voucher_wallet as "voucherWallet", target_wallet as "targetWallet",
  voucher_id as "voucherId", target_id as "targetId", usdc_micros as "usdcMicros", counted_micros as "countedMicros",
  multiplier, aura_awarded as "auraAwarded", aura_capped as "auraCapped",
  tx_hash as "txHash", vouched_at as "vouchedAt"`

export async function insertVouches(tx: Tx, vouches: readonly Vouch[]): Promise<void> {
  const column = <T>(value: (vouch: Vouch) => T) => vouches.map(value)
  await tx.query(
    `insert into vouches (event_id, key, voucher_wallet, target_wallet, voucher_id, target_id, usdc_micros,
                          counted_micros, multiplier, aura_awarded, aura_capped, tx_hash, vouched_at)
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::bigint[],
                          $8::bigint[], $9::text[], $10::int[], $11::int[], $12::text[], $13::timestamptz[])`,
    [
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
    ],
  )
}

/** Deletes vouches and returns them. */
export async function deleteVouches(tx: Tx, eventIds: readonly number[]): Promise<Vouch[]> {
  return tx.query(`delete from vouches where event_id = any($1::bigint[]) returning ${COLUMNS}`, [eventIds])
}

export async function findVouches(db: Queryable, eventIds: readonly number[]): Promise<Vouch[]> {
  return db.query(`select ${COLUMNS} from vouches where event_id = any($1::bigint[])`, [eventIds])
}

/** Returns the vouches of these UTC days that earn their target AP, with their positions on the chain. */
export async function findVouchesOfDays(
  db: Queryable,
  days: readonly { targetId: string; day: string }[],
): Promise<(Vouch & { blockNumber: number; logIndex: number })[]> {
  return db.query(
    `select ${COLUMNS}, (select e.block_number from chain_events e where e.id = v.event_id) as "blockNumber",
            (select e.log_index from chain_events e where e.id = v.event_id) as "logIndex"
     from unnest($1::uuid[], $2::date[]) as asked (target, day)
     join vouches v on v.target_id = asked.target
       and v.vouched_at >= asked.day::timestamp at time zone 'UTC'
       and v.vouched_at < (asked.day + 1)::timestamp at time zone 'UTC'
     where v.aura_awarded + v.aura_capped > 0`,
    [days.map(({ targetId }) => targetId), days.map(({ day }) => day)],
  )
}

/** Replaces the awards of vouches, with new keys. */
export async function updateAwards(
  tx: Tx,
  vouches: readonly Pick<Vouch, 'eventId' | 'key' | 'auraAwarded' | 'auraCapped'>[],
): Promise<void> {
  if (vouches.length === 0) return
  await tx.query(
    `update vouches v set key = changed.key, aura_awarded = changed.awarded, aura_capped = changed.capped
     from unnest($1::bigint[], $2::text[], $3::int[], $4::int[]) as changed (event_id, key, awarded, capped)
     where v.event_id = changed.event_id`,
    [
      vouches.map(({ eventId }) => eventId),
      vouches.map(({ key }) => key),
      vouches.map(({ auraAwarded }) => auraAwarded),
      vouches.map(({ auraCapped }) => auraCapped),
    ],
  )
}

/** Returns the AP a user received from vouches since a moment. */
export async function sumAwardedSince(db: Queryable, targetId: string, since: Date): Promise<number> {
  const [row] = await db.query<{ awarded: number }>(
    `select coalesce(sum(aura_awarded), 0)::bigint as awarded from vouches where target_id = $1 and vouched_at >= $2`,
    [targetId, since],
  )
  return row?.awarded ?? 0
}

export interface PairTotal {
  voucherId: string
  targetId: string
  usdcMicros: number
  countedMicros: number
  count: number
}

/** Returns what each pair of users has vouched so far, over all wallets either ever had. */
export async function sumPairs(
  db: Queryable,
  pairs: readonly { voucherId: string; targetId: string }[],
): Promise<PairTotal[]> {
  return db.query(
    `select voucher_id as "voucherId", target_id as "targetId", sum(usdc_micros)::bigint as "usdcMicros",
            sum(counted_micros)::bigint as "countedMicros", count(*) as count
     from vouches
     where (voucher_id, target_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     group by voucher_id, target_id`,
    [pairs.map(({ voucherId }) => voucherId), pairs.map(({ targetId }) => targetId)],
  )
}

export interface VouchTotals {
  vouchesReceived: number
  receivedMicros: number
  vouchesGiven: number
  givenMicros: number
}

export async function sumVouches(db: Queryable, userId: string): Promise<VouchTotals> {
  const [row] = await db.query<VouchTotals>(
    `select (select count(*) from vouches where target_id = $1) as "vouchesReceived",
            (select coalesce(sum(usdc_micros), 0)::bigint from vouches where target_id = $1) as "receivedMicros",
            (select count(*) from vouches where voucher_id = $1) as "vouchesGiven",
            (select coalesce(sum(usdc_micros), 0)::bigint from vouches where voucher_id = $1) as "givenMicros"`,
    [userId],
  )
  return row as VouchTotals
}

/** Vouches a person received, as pieces of another feature's statement. `ownerExpression` is SQL, never input. */
export const receivedCount = (ownerExpression: string): string =>
  `(select count(*) from vouches where target_id = ${ownerExpression})`
export const receivedMicros = (ownerExpression: string): string =>
  `(select coalesce(sum(usdc_micros), 0)::bigint from vouches where target_id = ${ownerExpression})`

export interface VouchOfUserRow {
  otherId: string
  otherName: string
  otherImage: string | null
  otherStreak: number
  txHash: string
  usdcMicros: number
  auraAwarded: number
  vouchedAt: Date
}

export async function findVouchesOf(
  db: Queryable,
  { userId, direction, limit }: { userId: string; direction: 'received' | 'given'; limit: number },
  at: Date,
): Promise<VouchOfUserRow[]> {
  const [mine, other] = direction === 'received' ? ['target_id', 'voucher_id'] : ['voucher_id', 'target_id']
  const rows = await db.query<Omit<VouchOfUserRow, 'otherStreak'> & Parameters<typeof readStreak>[0]>(
    `select v.tx_hash as "txHash", v.usdc_micros as "usdcMicros", v.aura_awarded as "auraAwarded",
            v.vouched_at as "vouchedAt", u.id as "otherId", u.username as "otherName", u.profile_image_url as "otherImage",
            ${streakColumns('l')}
     from vouches v join user_profiles u on u.id = v.${other} join streaks l on l.user_id = u.id
     where v.${mine} = $1 order by v.vouched_at desc, v.event_id desc limit $2`,
    [userId, limit],
  )
  return rows.map((row) => ({ ...row, otherStreak: readStreak(row, at) }))
}
