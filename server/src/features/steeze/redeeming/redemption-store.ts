import { withdrawnUnsettledExpression } from '#features/chain-events'
import type { Queryable, Tx } from '#platform/db/db'
import { ADVISORY_LOCKS } from '#platform/db/lock-order'
import type { Scope } from '../scope.ts'

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

const COLUMNS = `id, chain_id as "chainId", contract, wallet, user_id as "userId", amount, remaining,
  ledger_hold as "ledgerHold", withdrawal_limit as "limit", deadline, renewals,
  opened_at as "openedAt"`

/** Serialises opening and signing redemptions, so that together they stay within the daily cap. */
export async function lockSigning(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.signing])
}

export async function insertRedemption(
  tx: Tx,
  redemption: Omit<Redemption, 'remaining' | 'renewals'> & { requestKey: string | null },
): Promise<void> {
  const { id, chainId, contract, wallet, userId, amount, ledgerHold, limit, deadline, openedAt, requestKey } =
    redemption
  await tx.query(
    `insert into steeze_redemptions (id, chain_id, contract, wallet, user_id, amount, remaining, ledger_hold,
                                     withdrawal_limit, deadline, opened_at, request_key)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11)`,
    [id, chainId, contract, wallet, userId, amount, ledgerHold, limit, deadline, openedAt, requestKey],
  )
}

export async function lockOpenOf(
  tx: Tx,
  { chainId, contract }: Scope,
  wallet: string,
): Promise<Redemption | undefined> {
  const [row] = await tx.query<Redemption>(
    `select ${COLUMNS} from steeze_redemptions
     where chain_id = $1 and contract = $2 and wallet = $3 and closed_at is null for update`,
    [chainId, contract, wallet],
  )
  return row
}

const OPEN = `select ${COLUMNS} from steeze_redemptions
  where chain_id = $1 and contract = $2 and closed_at is null order by id`

export const findOpen = (db: Queryable, { chainId, contract }: Scope): Promise<Redemption[]> =>
  db.query(OPEN, [chainId, contract])

export const lockOpen = (tx: Tx, { chainId, contract }: Scope): Promise<Redemption[]> =>
  tx.query(`${OPEN} for update`, [chainId, contract])

export async function findOpenOf(
  db: Queryable,
  { chainId, contract }: Scope,
  userId: string,
): Promise<Redemption | undefined> {
  const [row] = await db.query<Redemption>(
    `select ${COLUMNS} from steeze_redemptions
     where chain_id = $1 and contract = $2 and user_id = $3 and closed_at is null`,
    [chainId, contract, userId],
  )
  return row
}

/** Undefined if it is finished. */
export async function findByRequest(
  db: Queryable,
  userId: string,
  requestKey: string,
): Promise<Redemption | undefined> {
  const [row] = await db.query<Redemption>(
    `select ${COLUMNS} from steeze_redemptions where user_id = $1 and request_key = $2`,
    [userId, requestKey],
  )
  return row
}

export async function lockRedemption(tx: Tx, id: string): Promise<Redemption | undefined> {
  const [row] = await tx.query<Redemption>(
    `select ${COLUMNS} from steeze_redemptions where id = $1 and closed_at is null for update`,
    [id],
  )
  return row
}

export async function renewRedemption(tx: Tx, id: string, deadline: Date): Promise<void> {
  await tx.query('update steeze_redemptions set deadline = $2, renewals = renewals + 1 where id = $1', [id, deadline])
}

export async function updateRemaining(tx: Tx, id: string, remaining: number, ledgerHold: string): Promise<void> {
  await tx.query('update steeze_redemptions set remaining = $2, ledger_hold = $3 where id = $1', [
    id,
    remaining,
    ledgerHold,
  ])
}

export async function closeRedemption(tx: Tx, id: string, now: Date | null): Promise<void> {
  await tx.query(
    `update steeze_redemptions set remaining = 0, closed_at = coalesce($2::timestamptz, clock_timestamp()) where id = $1`,
    [id, now],
  )
}

/** Open redemptions whose signatures are unusable after this moment. */
export async function findLapsed(db: Queryable, { chainId, contract }: Scope, at: Date): Promise<Redemption[]> {
  return db.query(
    `select ${COLUMNS} from steeze_redemptions
     where chain_id = $1 and contract = $2 and closed_at is null and deadline < $3 order by deadline`,
    [chainId, contract, at],
  )
}

/** Steeze signed for: open and not seen withdrawn, and signed since a moment and not released. */
export async function sumSigned(
  db: Queryable,
  { chainId, contract }: Scope,
  since: Date,
): Promise<{ open: number; sinceThen: number }> {
  const [row] = await db.query<{ open: number; sinceThen: number }>(
    `select coalesce(sum(case when r.closed_at is null
              then greatest(r.remaining - ${withdrawnUnsettledExpression('r')}, 0) end), 0)::bigint as open,
            coalesce(sum(case when r.opened_at >= $3 then
              case when r.closed_at is null then r.amount
                   else (select coalesce(sum(w.amount), 0) from steeze_withdrawals w where w.redemption_id = r.id) end
              end), 0)::bigint as "sinceThen"
     from steeze_redemptions r
     where r.chain_id = $1 and r.contract = $2 and (r.closed_at is null or r.opened_at >= $3)`,
    [chainId, contract, since],
  )
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

export async function insertWithdrawals(tx: Tx, withdrawals: readonly Withdrawal[]): Promise<void> {
  const column = <T>(value: (withdrawal: Withdrawal) => T) => withdrawals.map(value)
  await tx.query(
    `insert into steeze_withdrawals (event_id, wallet, redemption_id, user_id, amount, unexplained, usdc_micros, tx_hash,
                                     withdrawn_at)
     select * from unnest($1::bigint[], $2::text[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[],
                          $8::text[], $9::timestamptz[])`,
    [
      column(({ eventId }) => eventId),
      column(({ wallet }) => wallet),
      column(({ redemptionId }) => redemptionId),
      column(({ userId }) => userId),
      column(({ amount }) => amount),
      column(({ unexplained }) => unexplained),
      column(({ usdcMicros }) => usdcMicros),
      column(({ txHash }) => txHash),
      column(({ withdrawnAt }) => withdrawnAt.toISOString()),
    ],
  )
}

export async function sumSettled(
  db: Queryable,
  { chainId, contract }: Scope,
  { userId, wallet, afterBlock }: { userId: string; wallet: string; afterBlock: number },
): Promise<number> {
  const [row] = await db.query<{ settled: number }>(
    `select coalesce(sum(w.amount), 0)::bigint as settled
     from steeze_withdrawals w join chain_events e on e.id = w.event_id
     where w.user_id = $1 and w.wallet = $2 and e.block_number > $3 and e.chain_id = $4 and e.contract = $5`,
    [userId, wallet, afterBlock, chainId, contract],
  )
  return row?.settled ?? 0
}

export async function sumSettledOf(db: Queryable, ids: readonly string[]): Promise<number> {
  const [row] = await db.query<{ settled: number }>(
    `select coalesce(sum(amount - unexplained), 0)::bigint as settled from steeze_withdrawals
     where redemption_id = any ($1::uuid[])`,
    [ids],
  )
  return row?.settled ?? 0
}

export async function sumWithdrawn(
  db: Queryable,
  { chainId, contract }: Scope,
  { wallet, throughBlock }: { wallet: string; throughBlock: number },
): Promise<number> {
  const [row] = await db.query<{ withdrawn: number }>(
    `select coalesce(sum(w.amount), 0)::bigint as withdrawn
     from steeze_withdrawals w join chain_events e on e.id = w.event_id
     where w.wallet = $1 and e.block_number <= $2 and e.chain_id = $3 and e.contract = $4`,
    [wallet, throughBlock, chainId, contract],
  )
  return row?.withdrawn ?? 0
}

export async function findWithdrawalsOf(db: Queryable, userId: string, most: number): Promise<Withdrawal[]> {
  return db.query(
    `select event_id as "eventId", wallet, redemption_id as "redemptionId", user_id as "userId", amount, unexplained,
            usdc_micros as "usdcMicros", tx_hash as "txHash", withdrawn_at as "withdrawnAt"
     from steeze_withdrawals where user_id = $1 order by withdrawn_at desc, event_id desc limit $2`,
    [userId, most],
  )
}

/** Of any contract. */
export async function hasOpenRedemption(db: Queryable, wallet: string): Promise<boolean> {
  const rows = await db.query('select 1 from steeze_redemptions where wallet = $1 and closed_at is null limit 1', [
    wallet,
  ])
  return rows.length > 0
}

export type UnexplainedWithdrawal = Pick<Withdrawal, 'eventId' | 'wallet' | 'unexplained' | 'txHash' | 'withdrawnAt'>

const UNEXPLAINED = `select w.event_id as "eventId", w.wallet, w.unexplained, w.tx_hash as "txHash",
    w.withdrawn_at as "withdrawnAt"
  from steeze_withdrawals w join chain_events e on e.id = w.event_id
  where w.unexplained > 0 and e.chain_id = $1 and e.contract = $2`

export async function findUnexplained(db: Queryable, { chainId, contract }: Scope): Promise<UnexplainedWithdrawal[]> {
  return db.query(`${UNEXPLAINED} order by w.event_id`, [chainId, contract])
}

export async function lockUnexplained(
  tx: Tx,
  { chainId, contract }: Scope,
  wallet: string,
): Promise<UnexplainedWithdrawal[]> {
  return tx.query(`${UNEXPLAINED} and w.wallet = $3 order by w.event_id for update of w`, [chainId, contract, wallet])
}

export async function updateExplained(tx: Tx, charged: readonly { eventId: number; userId: string }[]): Promise<void> {
  await tx.query(
    `update steeze_withdrawals w set unexplained = 0, user_id = charged.user_id
     from unnest($1::bigint[], $2::uuid[]) as charged (event_id, user_id) where w.event_id = charged.event_id`,
    [charged.map(({ eventId }) => eventId), charged.map(({ userId }) => userId)],
  )
}

export async function findOpenRedemptions(db: Queryable, userId: string): Promise<{ id: string; amount: number }[]> {
  return db.query(
    `select id, remaining as amount from steeze_redemptions where user_id = $1 and closed_at is null
     order by opened_at, id`,
    [userId],
  )
}
