import { eventExpression, withdrawnUnsettledExpression } from '#features/chain-events'
import type { Queryable, Tx } from '#platform/db/db'
import { ADVISORY_LOCKS } from '#platform/db/lock-order'
import { columns, fragment, out, sql } from '#platform/db/sql'
import type { Scope } from '../scope.ts'
import type { Lapses } from './lapses.rules.ts'

const steezeWithdrawals = columns('steeze_withdrawals')
const steezeRedemptions = columns('steeze_redemptions')

export interface Redemption extends Scope {
  id: string
  wallet: string
  userId: string
  amount: number
  remaining: number
  ledgerHold: string
  limit: number
  deadline: Date
  renewals: number
  openedAt: Date
}

const COLUMNS = fragment`
  ${steezeRedemptions('id', 'chainId', 'contract', 'wallet', 'userId', 'amount', 'remaining', 'ledgerHold')},
  ${steezeRedemptions({ limit: 'withdrawalLimit' }, 'deadline', 'renewals', 'openedAt')}`

const LOCK_SIGNING = sql`select pg_advisory_xact_lock($1)`

/** Serialises opening and signing redemptions, so that together they stay within the daily cap. */
export async function lockSigning(tx: Tx): Promise<void> {
  await tx.query(LOCK_SIGNING, [ADVISORY_LOCKS.signing])
}

const INSERT_REDEMPTION = sql`
  insert into steeze_redemptions (id, chain_id, contract, wallet, user_id, amount, remaining, ledger_hold,
                                  withdrawal_limit, deadline, opened_at, request_key)
  values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11)`

export async function insertRedemption(
  tx: Tx,
  redemption: Omit<Redemption, 'remaining' | 'renewals'> & { requestKey: string | null },
): Promise<void> {
  const { id, chainId, contract, wallet, userId, amount, ledgerHold, limit, deadline, openedAt, requestKey } =
    redemption
  await tx.query(INSERT_REDEMPTION, [
    id,
    chainId,
    contract,
    wallet,
    userId,
    amount,
    ledgerHold,
    limit,
    deadline,
    openedAt,
    requestKey,
  ])
}

const OPEN_OF_WALLET = fragment`
  select ${COLUMNS} from steeze_redemptions
  where chain_id = $1 and contract = $2 and wallet = $3 and closed_at is null`

const FIND_OPEN_OF_WALLET = sql`${OPEN_OF_WALLET}`

export async function findOpenOfWallet(
  db: Queryable,
  { chainId, contract }: Scope,
  wallet: string,
): Promise<Redemption | undefined> {
  const [row] = await db.query(FIND_OPEN_OF_WALLET, [chainId, contract, wallet])
  return row
}

const LOCK_OPEN_OF = sql`${OPEN_OF_WALLET} for update`

export async function lockOpenOf(
  tx: Tx,
  { chainId, contract }: Scope,
  wallet: string,
): Promise<Redemption | undefined> {
  const [row] = await tx.query(LOCK_OPEN_OF, [chainId, contract, wallet])
  return row
}

const OPEN = fragment`select ${COLUMNS} from steeze_redemptions
  where chain_id = $1 and contract = $2 and closed_at is null order by id`

const FIND_OPEN = sql`${OPEN}`
const LOCK_OPEN = sql`${OPEN} for update`

export const findOpen = (db: Queryable, { chainId, contract }: Scope): Promise<Redemption[]> =>
  db.query(FIND_OPEN, [chainId, contract])

export const lockOpen = (tx: Tx, { chainId, contract }: Scope): Promise<Redemption[]> =>
  tx.query(LOCK_OPEN, [chainId, contract])

const FIND_OPEN_OF = sql`
  select ${COLUMNS} from steeze_redemptions
  where chain_id = $1 and contract = $2 and user_id = $3 and closed_at is null`

export async function findOpenOf(
  db: Queryable,
  { chainId, contract }: Scope,
  userId: string,
): Promise<Redemption | undefined> {
  const [row] = await db.query(FIND_OPEN_OF, [chainId, contract, userId])
  return row
}

const FIND_BY_REQUEST = sql`select ${COLUMNS} from steeze_redemptions where user_id = $1 and request_key = $2`

/** Returns undefined if it is finished. */
export async function findByRequest(
  db: Queryable,
  userId: string,
  requestKey: string,
): Promise<Redemption | undefined> {
  const [row] = await db.query(FIND_BY_REQUEST, [userId, requestKey])
  return row
}

const OPEN_BY_ID = fragment`select ${COLUMNS} from steeze_redemptions where id = $1 and closed_at is null`
const FIND_REDEMPTION = sql`${OPEN_BY_ID}`
const LOCK_REDEMPTION = sql`${OPEN_BY_ID} for update`

/** Returns an open redemption. */
export async function findRedemption(db: Queryable, id: string): Promise<Redemption | undefined> {
  const [row] = await db.query(FIND_REDEMPTION, [id])
  return row
}

export async function lockRedemption(tx: Tx, id: string): Promise<Redemption | undefined> {
  const [row] = await tx.query(LOCK_REDEMPTION, [id])
  return row
}

const RENEW_REDEMPTION = sql`update steeze_redemptions set deadline = $2, renewals = renewals + 1 where id = $1`

export async function renewRedemption(tx: Tx, id: string, deadline: Date): Promise<void> {
  await tx.query(RENEW_REDEMPTION, [id, deadline])
}

const UPDATE_REMAINING = sql`update steeze_redemptions set remaining = $2, ledger_hold = $3 where id = $1`

export async function updateRemaining(tx: Tx, id: string, remaining: number, ledgerHold: string): Promise<void> {
  await tx.query(UPDATE_REMAINING, [id, remaining, ledgerHold])
}

const CLOSE_REDEMPTION = sql`
  update steeze_redemptions set remaining = 0, closed_at = coalesce($2::timestamptz, clock_timestamp()) where id = $1`

export async function closeRedemption(tx: Tx, id: string, now: Date | null): Promise<void> {
  await tx.query(CLOSE_REDEMPTION, [id, now])
}

const FIND_LAPSED = sql`
  select ${COLUMNS} from steeze_redemptions
  where chain_id = $1 and contract = $2 and closed_at is null and deadline < $3 order by deadline`

/** Returns open redemptions whose signatures are unusable after this moment. */
export async function findLapsed(db: Queryable, { chainId, contract }: Scope, at: Date): Promise<Redemption[]> {
  return db.query(FIND_LAPSED, [chainId, contract, at])
}

const FIND_LAPSES = sql`
  select closed_at as ${out('at', 'timestamptz')} from steeze_redemptions r
  where user_id = $1 and closed_at > $2::timestamptz - interval '48 hours'
    and amount > (select coalesce(sum(w.amount), 0) from steeze_withdrawals w where w.redemption_id = r.id)
  order by closed_at desc`
const FIND_CANCELS = sql`
  select opened_at as ${out('at', 'timestamptz')} from redemption_reviews
  where user_id = $1 and status = 'cancelled' and opened_at > $2::timestamptz - interval '24 hours'
  order by opened_at desc`

/** Returns the lapses that may still make the person wait. */
export async function findLapses(db: Queryable, userId: string, now: Date): Promise<Lapses> {
  const [unused, cancelled] = await Promise.all(
    [FIND_LAPSES, FIND_CANCELS].map((statement) => db.query(statement, [userId, now])),
  )
  const times = (rows: readonly { at: Date }[] | undefined) => (rows ?? []).map(({ at }) => at)
  return { unused: times(unused), cancelled: times(cancelled) }
}

const SUM_SIGNED = sql`
  select coalesce(sum(least(unused, $4)), 0)::bigint as ${out('open', 'bigint')},
         coalesce(sum(used_since + least(unused_since, $4)), 0)::bigint as ${out('sinceThen', 'bigint')}
  from (
    select sum(unused) as unused,
           coalesce(sum(unused) filter (where opened_at >= $3), 0) as unused_since,
           coalesce(sum(used) filter (where opened_at >= $3), 0) as used_since
    from (
      select r.user_id, r.opened_at, open.unused,
             case when r.closed_at is null then r.amount - open.unused
                  else (select coalesce(sum(w.amount), 0) from steeze_withdrawals w where w.redemption_id = r.id)
             end as used
      from steeze_redemptions r
      cross join lateral (
        select case when r.closed_at is null
               then greatest(r.remaining - ${withdrawnUnsettledExpression('r')}, 0) else 0 end as unused) open
      where r.chain_id = $1 and r.contract = $2 and (r.closed_at is null or r.opened_at >= $3)) each
    group by user_id) account`

/**
 * Returns two sums of Steeze signed for: open and not seen withdrawn, and signed since a moment and not released. What
 * an account hasn't withdrawn counts up to `unusedMost` in either.
 */
export async function sumSigned(
  db: Queryable,
  { chainId, contract }: Scope,
  { since, unusedMost }: { since: Date; unusedMost: number },
): Promise<{ open: number; sinceThen: number }> {
  const [row] = await db.query(SUM_SIGNED, [chainId, contract, since, unusedMost])
  return row as { open: number; sinceThen: number }
}

export interface Withdrawal {
  eventId: number
  wallet: string
  redemptionId: string | null
  userId: string | null
  amount: number
  unexplained: number
  usdcMicros: number
  txHash: string
  withdrawnAt: Date
}

const INSERT_WITHDRAWALS = sql`
  insert into steeze_withdrawals (event_id, wallet, redemption_id, user_id, amount, unexplained, usdc_micros, tx_hash,
                                  withdrawn_at)
  select * from unnest($1::bigint[], $2::text[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[],
                       $8::text[], $9::timestamptz[])`

export async function insertWithdrawals(tx: Tx, withdrawals: readonly Withdrawal[]): Promise<void> {
  const column = <T>(value: (withdrawal: Withdrawal) => T) => withdrawals.map(value)
  await tx.query(INSERT_WITHDRAWALS, [
    column(({ eventId }) => eventId),
    column(({ wallet }) => wallet),
    column(({ redemptionId }) => redemptionId),
    column(({ userId }) => userId),
    column(({ amount }) => amount),
    column(({ unexplained }) => unexplained),
    column(({ usdcMicros }) => usdcMicros),
    column(({ txHash }) => txHash),
    column(({ withdrawnAt }) => withdrawnAt.toISOString()),
  ])
}

const SUM_SETTLED = sql`
  select coalesce(sum(w.amount), 0)::bigint as ${out('settled', 'bigint')}
  from steeze_withdrawals w cross join ${eventExpression('w.event_id')}
  where w.user_id = $1 and w.wallet = $2 and e.block_number > $3 and e.chain_id = $4 and e.contract = $5`

export async function sumSettled(
  db: Queryable,
  { chainId, contract }: Scope,
  { userId, wallet, afterBlock }: { userId: string; wallet: string; afterBlock: number },
): Promise<number> {
  const [row] = await db.query(SUM_SETTLED, [userId, wallet, afterBlock, chainId, contract])
  return row?.settled ?? 0
}

const SUM_SETTLED_OF = sql`
  select coalesce(sum(amount - unexplained), 0)::bigint as ${out('settled', 'bigint')} from steeze_withdrawals
  where redemption_id = any ($1::uuid[])`

export async function sumSettledOf(db: Queryable, ids: readonly string[]): Promise<number> {
  const [row] = await db.query(SUM_SETTLED_OF, [ids])
  return row?.settled ?? 0
}

const SUM_WITHDRAWN = sql`
  select coalesce(sum(w.amount), 0)::bigint as ${out('withdrawn', 'bigint')}
  from steeze_withdrawals w cross join ${eventExpression('w.event_id')}
  where w.wallet = $1 and e.block_number <= $2 and e.chain_id = $3 and e.contract = $4`

export async function sumWithdrawn(
  db: Queryable,
  { chainId, contract }: Scope,
  { wallet, throughBlock }: { wallet: string; throughBlock: number },
): Promise<number> {
  const [row] = await db.query(SUM_WITHDRAWN, [wallet, throughBlock, chainId, contract])
  return row?.withdrawn ?? 0
}

const FIND_WITHDRAWALS_OF = sql`
  select ${steezeWithdrawals('eventId', 'wallet', 'redemptionId', 'userId', 'amount', 'unexplained', 'usdcMicros', 'txHash', 'withdrawnAt')}
  from steeze_withdrawals where user_id = $1 order by withdrawn_at desc, event_id desc limit $2`

export async function findWithdrawalsOf(db: Queryable, userId: string, most: number): Promise<Withdrawal[]> {
  return db.query(FIND_WITHDRAWALS_OF, [userId, most])
}

const HAS_OPEN_REDEMPTION = sql`select 1 from steeze_redemptions where wallet = $1 and closed_at is null limit 1`

/** Returns whether the wallet has an open redemption, for any contract. */
export async function hasOpenRedemption(db: Queryable, wallet: string): Promise<boolean> {
  const rows = await db.query(HAS_OPEN_REDEMPTION, [wallet])
  return rows.length > 0
}

export type UnexplainedWithdrawal = Pick<Withdrawal, 'eventId' | 'wallet' | 'unexplained' | 'txHash' | 'withdrawnAt'>

const w = columns('steeze_withdrawals', 'w')
const UNEXPLAINED = fragment`
  select ${w('eventId', 'wallet', 'unexplained', 'txHash', 'withdrawnAt')}
  from steeze_withdrawals w cross join ${eventExpression('w.event_id')}
  where w.unexplained > 0 and e.chain_id = $1 and e.contract = $2`

const FIND_UNEXPLAINED = sql`${UNEXPLAINED} order by w.event_id`
const LOCK_UNEXPLAINED = sql`${UNEXPLAINED} and w.wallet = $3 order by w.event_id for update of w`

export async function findUnexplained(db: Queryable, { chainId, contract }: Scope): Promise<UnexplainedWithdrawal[]> {
  return db.query(FIND_UNEXPLAINED, [chainId, contract])
}

export async function lockUnexplained(
  tx: Tx,
  { chainId, contract }: Scope,
  wallet: string,
): Promise<UnexplainedWithdrawal[]> {
  return tx.query(LOCK_UNEXPLAINED, [chainId, contract, wallet])
}

const UPDATE_EXPLAINED = sql`
  update steeze_withdrawals w set unexplained = 0, user_id = charged.user_id
  from unnest($1::bigint[], $2::uuid[]) as charged (event_id, user_id) where w.event_id = charged.event_id`

export async function updateExplained(
  tx: Tx,
  charged: readonly { eventId: number; userId: string | null }[],
): Promise<void> {
  await tx.query(UPDATE_EXPLAINED, [charged.map(({ eventId }) => eventId), charged.map(({ userId }) => userId)])
}

const FIND_OPEN_REDEMPTIONS = sql`
  select ${out('id', 'uuid')}, ${out('amount', 'bigint')} from (
    select id, remaining as amount, opened_at from steeze_redemptions where user_id = $1 and closed_at is null
    union all
    select id, amount, opened_at from redemption_reviews where user_id = $1 and status in ('waiting', 'approved')) open
  order by opened_at, id`

/** Returns open redemptions, including those that wait for an admin. */
export async function findOpenRedemptions(db: Queryable, userId: string): Promise<{ id: string; amount: number }[]> {
  return db.query(FIND_OPEN_REDEMPTIONS, [userId])
}
