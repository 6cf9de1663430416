import type { Answer } from '@aura/api/calls'
import type { RelayStatus } from '@aura/api/calls/relay'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, out, sql } from '#platform/db/sql'
import type { Spent } from './relay.rules.ts'
import type { RelayPurpose } from './signed-call.ts'

type Relayed = Answer<'GET /api/relay/:id'>

const p = columns('relayed_payments', 'p')
const payments = columns('relayed_payments')
const transactions = columns('relay_transactions')
const senders = columns('relay_senders')

const COLUMNS = fragment`
  ${p('id', 'userId', 'purpose', 'target', 'data', 'gas', 'status', 'nonce', 'costGwei')},
  ${p('txHash', 'blockNumber', 'blockHash', 'reason', 'doubts', 'createdAt', 'expiresAt')}`

const FIND_PAYMENT = sql`select ${COLUMNS} from relayed_payments p where p.id = $1 and p.user_id = $2`

export async function findPayment(db: Queryable, id: string, userId: string) {
  const [row] = await db.query(FIND_PAYMENT, [id, userId])
  return row
}
export type Payment = NonNullable<Awaited<ReturnType<typeof findPayment>>>

const FIND_BY_INTENT = sql`select ${COLUMNS} from relayed_payments p where p.intent = $1`

export async function findByIntent(db: Queryable, intent: string): Promise<Payment | undefined> {
  const [row] = await db.query(FIND_BY_INTENT, [intent])
  return row
}

const INSERT_SENDER = sql`insert into relay_senders (id, next_nonce) values ($1, $2) on conflict (id) do nothing`

export async function insertSender(db: Queryable, id: string, nextNonce: number): Promise<void> {
  await db.query(INSERT_SENDER, [id, nextNonce])
}

const FIND_NEXT_NONCE = sql`select ${senders('nextNonce')} from relay_senders where id = $1`

/** Returns the number of the next transaction; undefined for a sender that never sent. */
export async function findNextNonce(db: Queryable, id: string): Promise<number | undefined> {
  return (await db.query(FIND_NEXT_NONCE, [id]))[0]?.nextNonce
}

const LOCK_SENDER = sql`select ${senders('id')} from relay_senders where id = $1 for update`

/** Serialises what counts against the caps. Throws if the sender has no row to lock. */
export async function lockSender(tx: Tx, id: string): Promise<void> {
  if ((await tx.query(LOCK_SENDER, [id])).length === 0) throw new Error(`the relay's sender ${id} was never opened`)
}

const TAKE_LEASE = sql`
  update relay_senders set lease_holder = $2,
         lease_until = coalesce($4::timestamptz, clock_timestamp()) + $3 * interval '1 millisecond'
  where id = $1 and (lease_holder is null or lease_holder = $2
                     or lease_until < coalesce($4::timestamptz, clock_timestamp()))
  returning ${senders('id')}`

/** Takes or renews the lease to send. Returns whether this holder has it. */
export async function takeLease(
  db: Queryable,
  id: string,
  { holder, lifeMs, now }: { holder: string; lifeMs: number; now: Date | null },
): Promise<boolean> {
  return (await db.query(TAKE_LEASE, [id, holder, lifeMs, now])).length === 1
}

const DROP_LEASE = sql`
  update relay_senders set lease_holder = null, lease_until = null where id = $1 and lease_holder = $2`

export async function dropLease(db: Queryable, id: string, holder: string): Promise<void> {
  await db.query(DROP_LEASE, [id, holder])
}

const HOLD_LEASE = sql`
  select ${senders('nextNonce')} from relay_senders where id = $1 and lease_holder = $2 for update`

/**
 * Keeps the lease until the end of the transaction. Returns the number of the next transaction; undefined once another
 * server has taken the lease.
 */
export async function holdLease(tx: Tx, id: string, holder: string): Promise<number | undefined> {
  return (await tx.query(HOLD_LEASE, [id, holder]))[0]?.nextNonce
}

const SET_NONCE = sql`update relay_senders set next_nonce = $2 where id = $1`

/** Sets the number of the next transaction. Needs the lease to be held. */
export async function setNextNonce(tx: Tx, id: string, nonce: number): Promise<void> {
  await tx.query(SET_NONCE, [id, nonce])
}

const SUM_SPENT = sql`
  select count(*) filter (where p.user_id = $1 and p.created_at > $2::timestamptz - interval '24 hours')
           as ${out('payments', 'bigint')},
         count(*) filter (where p.user_id = $1 and p.purpose = $3 and p.created_at > $2 - interval '24 hours')
           as ${out('ofPurpose', 'bigint')},
         count(*) filter (where p.user_id = $1 and p.reason = 'reverted' and p.created_at > $2 - interval '24 hours')
           as ${out('failures', 'bigint')},
         coalesce(sum(p.cost_gwei) filter (where p.created_at > $2 - interval '1 hour'), 0)::bigint
           as ${out('hourGwei', 'bigint')},
         coalesce(sum(p.cost_gwei), 0)::bigint as ${out('dayGwei', 'bigint')},
         count(*) filter (where p.settled_at is null) as ${out('waiting', 'bigint')},
         coalesce(sum(p.cost_gwei) filter (where p.settled_at is null), 0)::bigint as ${out('openGwei', 'bigint')},
         coalesce(extract(epoch from $2 - min(p.created_at) filter (
           where p.status = 'queued' and not exists (select 1 from relay_transactions t where t.payment_id = p.id)
         )) * 1000, 0)::bigint as ${out('queuedMs', 'bigint')}
  from relayed_payments p
  where p.created_at > $2 - interval '24 hours'`

/** Returns what counts towards the caps of a person and of all. */
export async function sumSpent(
  db: Queryable,
  { userId, purpose, now }: { userId: string; purpose: RelayPurpose; now: Date },
): Promise<Spent> {
  const [row] = await db.query(SUM_SPENT, [userId, now, purpose])
  return row as Spent
}

const INSERT_PAYMENT = sql`
  insert into relayed_payments (id, user_id, intent, purpose, target, data, gas, status, cost_gwei, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, 'checking', $8, $9, $10) on conflict (intent) do nothing
  returning ${payments('id')}`

/** Returns whether the intent is new. */
export async function insertPayment(
  tx: Tx,
  payment: Pick<
    Payment,
    'id' | 'userId' | 'purpose' | 'target' | 'data' | 'gas' | 'costGwei' | 'createdAt' | 'expiresAt'
  > & {
    intent: string
  },
): Promise<boolean> {
  const { id, userId, intent, purpose, target, data, gas, costGwei, createdAt, expiresAt } = payment
  const values = [id, userId, intent, purpose, target, data, gas, costGwei, createdAt, expiresAt]
  return (await tx.query(INSERT_PAYMENT, values)).length === 1
}

const DELETE_CHECKED = sql`delete from relayed_payments where id = $1 and status = 'checking'`

/** Removes a payment that the network refused before it was taken on. */
export async function deleteChecked(db: Queryable, id: string): Promise<void> {
  await db.query(DELETE_CHECKED, [id])
}

const DELETE_ABANDONED = sql`delete from relayed_payments where status = 'checking' and not is_final and created_at < $1`

/** Removes payments whose server ended while it asked the network. */
export async function deleteAbandoned(db: Queryable, before: Date): Promise<void> {
  await db.query(DELETE_ABANDONED, [before])
}

const QUEUE_PAYMENT = sql`
  update relayed_payments set status = 'queued', gas = $2, cost_gwei = $3 where id = $1 and status = 'checking'
  returning ${payments('id')}`

/** Returns whether the payment was still there. */
export async function queuePayment(db: Queryable, id: string, gas: number, costGwei: number): Promise<boolean> {
  return (await db.query(QUEUE_PAYMENT, [id, gas, costGwei])).length === 1
}

/** Intents begin with the network's id. */
const OF_CHAIN = fragment`split_part(p.intent, '/', 1) = $1::text`

// That open payments aren't final is said for the index of those that aren't.
const FIND_QUEUED = sql`
  select ${COLUMNS} from relayed_payments p
  where p.status = 'queued' and not p.is_final and ${OF_CHAIN}
  order by exists (select 1 from relay_transactions t where t.payment_id = p.id), p.created_at, p.id limit $2`

/** Returns the payments of a network that wait to be sent, those that never were first, then the oldest. */
export async function findQueued(db: Queryable, chainId: number, limit: number): Promise<Payment[]> {
  return db.query(FIND_QUEUED, [String(chainId), limit])
}

const FIND_SENT = sql`
  select ${COLUMNS} from relayed_payments p
  where p.status = 'sent' and not p.is_final and p.sender = $1 order by p.nonce`

/** Returns the payments that were sent and are not settled, by number. */
export async function findSent(db: Queryable, sender: string): Promise<(Payment & { nonce: number })[]> {
  return (await db.query(FIND_SENT, [sender])) as (Payment & { nonce: number })[]
}

const FIND_BY_NONCE = sql`select ${p('id')} from relayed_payments p where p.sender = $1 and p.nonce = $2`

/** Returns whether a payment has this number. */
export async function hasNonce(db: Queryable, sender: string, nonce: number): Promise<boolean> {
  return (await db.query(FIND_BY_NONCE, [sender, nonce])).length === 1
}

const FIND_OF_OTHERS = sql`
  select ${COLUMNS} from relayed_payments p
  where p.status = 'sent' and not p.is_final and ${OF_CHAIN} and p.sender <> $2 order by p.created_at limit 100`

/** Returns payments that another key of the network has sent, which this one has replaced. */
export async function findOfOtherSenders(db: Queryable, chainId: number, sender: string): Promise<Payment[]> {
  return db.query(FIND_OF_OTHERS, [String(chainId), sender])
}

const FIND_UNFINAL = sql`
  select ${COLUMNS} from relayed_payments p
  where not p.is_final and p.status in ('mined', 'failed') and ${OF_CHAIN}
  order by p.block_number limit 50`

/** Returns settled payments of a network, also those of replaced keys, whose block isn't known to be final: oldest first. */
export async function findUnfinal(db: Queryable, chainId: number): Promise<Payment[]> {
  return db.query(FIND_UNFINAL, [String(chainId)])
}

const FIND_ANY_UNFINAL = sql`select ${p('id')} from relayed_payments p where not p.is_final limit 1`

/** Returns whether any payment of any network isn't final, which is what a sender has to look after. */
export async function hasUnfinal(db: Queryable): Promise<boolean> {
  return (await db.query(FIND_ANY_UNFINAL, [])).length > 0
}

const DOUBT = sql`update relayed_payments set doubts = $2 where id = $1`

export async function setDoubts(db: Queryable, id: string, doubts: number): Promise<void> {
  await db.query(DOUBT, [id, doubts])
}

const SEE_BLOCK = sql`
  update relayed_payments set tx_hash = $2, block_number = $3, block_hash = $4 where id = $1 and status in ('queued', 'sent')`

/** Notes where a transaction was seen; it counts once it is seen there again. */
export async function noteBlock(
  db: Queryable,
  id: string,
  seen: { txHash: string; number: number; hash: string } | null,
): Promise<void> {
  await db.query(SEE_BLOCK, [id, seen?.txHash ?? null, seen?.number ?? null, seen?.hash ?? null])
}

const MOVE_BLOCK = sql`
  update relayed_payments set tx_hash = $2, block_number = $3, block_hash = $4
  where id = $1 and settled_at is not null and not is_final`

/** Notes that a settled payment was seen in another block; its outcome there counts once it is seen there again. */
export async function noteSettledBlock(
  db: Queryable,
  id: string,
  seen: { txHash: string; number: number; hash: string },
): Promise<void> {
  await db.query(MOVE_BLOCK, [id, seen.txHash, seen.number, seen.hash])
}

const MARK_SENT = sql`
  update relayed_payments set status = 'sent', sender = $2, nonce = $3, doubts = 0 where id = $1 and status = 'queued'
  returning ${payments('id')}`

/** Returns whether the payment waited to be sent. */
export async function markSent(tx: Tx, id: string, sender: string, nonce: number): Promise<boolean> {
  return (await tx.query(MARK_SENT, [id, sender, nonce])).length === 1
}

const RAISE_COST = sql`update relayed_payments set cost_gwei = greatest(cost_gwei, $2) where id = $1 and settled_at is null`

/** Sets aside what a transaction of the payment may cost. */
export async function raiseCost(tx: Tx, id: string, costGwei: number): Promise<void> {
  await tx.query(RAISE_COST, [id, costGwei])
}

const SETTLE = sql`
  update relayed_payments
  set status = $2, reason = $3, cost_gwei = $4, is_final = $5, doubts = 0,
      settled_at = coalesce($6::timestamptz, clock_timestamp())
  where id = $1 and settled_at is null`

export async function settlePayment(
  db: Queryable,
  id: string,
  {
    status,
    reason,
    costGwei,
    isFinal,
    now,
  }: {
    status: Extract<RelayStatus, 'mined' | 'failed'>
    reason: Relayed['reason']
    costGwei: number
    isFinal: boolean
    now: Date | null
  },
): Promise<void> {
  await db.query(SETTLE, [id, status, reason, costGwei, isFinal, now])
}

const RESETTLE = sql`
  update relayed_payments set status = $2, reason = $3, cost_gwei = $4, doubts = 0
  where id = $1 and settled_at is not null and not is_final`

/** Corrects the outcome of a payment whose block left the chain. */
export async function resettlePayment(
  db: Queryable,
  id: string,
  outcome: Pick<Parameters<typeof settlePayment>[2], 'status' | 'reason' | 'costGwei'>,
): Promise<void> {
  await db.query(RESETTLE, [id, outcome.status, outcome.reason, outcome.costGwei])
}

const MARK_FINAL = sql`update relayed_payments set is_final = true where id = $1`

export async function markFinal(db: Queryable, id: string): Promise<void> {
  await db.query(MARK_FINAL, [id])
}

const REOPEN = sql`
  update relayed_payments set status = case when sender is null then 'queued' else 'sent' end, reason = null,
                              settled_at = null, tx_hash = null, block_number = null,
                              block_hash = null, doubts = 0
  where id = $1 and status in ('mined', 'failed') and not is_final`

/** Makes a payment whose block left the chain wait for another one. */
export async function reopenPayment(db: Queryable, id: string): Promise<void> {
  await db.query(REOPEN, [id])
}

const REQUEUE = sql`
  update relayed_payments set status = 'queued', sender = null, nonce = null, tx_hash = null, block_number = null,
                              block_hash = null, doubts = 0
  where id = $1 and status = 'sent'`

/** Makes a payment whose number another transaction used wait for a new one. Its transactions are kept: one may count. */
export async function requeuePayment(tx: Tx, id: string): Promise<void> {
  await tx.query(REQUEUE, [id])
}

const T_COLUMNS = fragment`
  ${transactions('hash', 'paymentId', 'isEmpty', 'raw', 'maxFeeWei', 'priorityFeeWei', 'signedAt')}`

const FIND_TRANSACTIONS = sql`
  select ${T_COLUMNS} from relay_transactions where payment_id = any($1::uuid[]) order by signed_at desc, max_fee_wei desc`

/** Returns the transactions of payments, newest first. */
export async function findTransactions(db: Queryable, paymentIds: readonly string[]) {
  return db.query(FIND_TRANSACTIONS, [[...paymentIds]])
}
export type SignedTransaction = Awaited<ReturnType<typeof findTransactions>>[number]

const INSERT_TRANSACTION = sql`
  insert into relay_transactions (hash, payment_id, is_empty, raw, max_fee_wei, priority_fee_wei, signed_at)
  values ($1, $2, $3, $4, $5, $6, coalesce($7::timestamptz, clock_timestamp()))`

export async function insertTransaction(
  db: Queryable,
  { hash, paymentId, isEmpty, raw, maxFeeWei, priorityFeeWei }: Omit<SignedTransaction, 'signedAt'>,
  now: Date | null,
): Promise<void> {
  await db.query(INSERT_TRANSACTION, [hash, paymentId, isEmpty, raw, maxFeeWei, priorityFeeWei, now])
}

const SPENT_BY_DAY = sql`
  select (p.created_at at time zone 'UTC')::date::text as ${out('day', 'text')},
         count(*) filter (where p.status = 'mined') as ${out('mined', 'bigint')},
         count(*) filter (where p.status = 'failed') as ${out('failed', 'bigint')},
         coalesce(sum(p.cost_gwei) filter (where p.settled_at is not null), 0)::bigint as ${out('gwei', 'bigint')}
  from relayed_payments p where p.created_at > $1 group by 1 order by 1 desc`

/** Returns what each UTC day's payments cost, newest first. */
export async function findSpentByDay(db: Queryable, since: Date) {
  return db.query(SPENT_BY_DAY, [since])
}

const OLDEST_OPEN = sql`
  select ${p('createdAt')} from relayed_payments p where p.status in ('queued', 'sent') and not p.is_final
  order by p.created_at limit 1`

export async function findOldestOpen(db: Queryable): Promise<Date | undefined> {
  return (await db.query(OLDEST_OPEN))[0]?.createdAt
}
