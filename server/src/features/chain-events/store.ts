import type { Queryable, Tx } from '#platform/db/db'
import { ADVISORY_LOCKS } from '#platform/db/lock-order'
import type { ChainEvent } from './event.rules.ts'

export interface StoredEvent extends ChainEvent {
  id: number
  chainId: number
  status: 'seen' | 'applied' | 'gone'
  incarnation: number
}

type Row = Omit<StoredEvent, 'block'> & { blockNumber: number; blockHash: string; blockTime: Date }

const COLUMNS = `e.id, e.chain_id as "chainId", e.tx_hash as "txHash", e.log_index as "logIndex", e.contract, e.kind,
  e.block_number as "blockNumber", e.block_hash as "blockHash", e.block_time as "blockTime", e.account, e.target,
  e.usdc_micros as "usdcMicros", e.steeze_amount as "steezeAmount", e.running_total as "runningTotal", e.status,
  e.incarnation`

const read = ({ blockNumber, blockHash, blockTime, ...row }: Row): StoredEvent => ({
  ...row,
  block: { number: blockNumber, hash: blockHash, time: blockTime },
})

/** Serialises recording events, since effects depend on earlier ones. */
export async function lockEvents(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.chainEvents])
}

export async function findEvents(
  db: Queryable,
  chainId: number,
  keys: readonly Pick<ChainEvent, 'txHash' | 'logIndex'>[],
): Promise<StoredEvent[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from chain_events e
     join unnest($2::text[], $3::int[]) as asked (tx_hash, log_index)
       on e.tx_hash = asked.tx_hash and e.log_index = asked.log_index
     where e.chain_id = $1`,
    [chainId, keys.map(({ txHash }) => txHash), keys.map(({ logIndex }) => logIndex)],
  )
  return rows.map(read)
}

export async function findEventsById(db: Queryable, ids: readonly number[]): Promise<StoredEvent[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from chain_events e where e.id = any($1::bigint[]) order by e.id`,
    [ids],
  )
  return rows.map(read)
}

export async function isStoredElsewhere(
  db: Queryable,
  { chainId, txHash, blockHash }: { chainId: number; txHash: string; blockHash: string },
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from chain_events
     where chain_id = $1 and tx_hash = $2 and block_hash <> $3 and status <> 'gone' limit 1`,
    [chainId, txHash, blockHash],
  )
  return rows.length > 0
}

export async function findEventsBetween(
  db: Queryable,
  chainId: number,
  from: number,
  to: number,
): Promise<StoredEvent[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from chain_events e
     where e.chain_id = $1 and e.block_number between $2 and $3 and e.status <> 'gone'`,
    [chainId, from, to],
  )
  return rows.map(read)
}

/** Events that waited for finality, oldest first. */
export async function findWaiting(db: Queryable, chainId: number, through: number): Promise<StoredEvent[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from chain_events e
     where e.status = 'seen' and e.chain_id = $1 and e.block_number <= $2 order by e.block_number, e.log_index`,
    [chainId, through],
  )
  return rows.map(read)
}

/**
 * Returns the Steeze by which ledger and contract may differ at a block: credited purchases of later blocks, and
 * unsettled withdrawals.
 */
export async function sumInFlight(
  db: Queryable,
  { chainId, contract, block }: { chainId: number; contract: string; block: number },
): Promise<{ purchasedLater: number; withdrawnUnsettled: number }> {
  const [row] = await db.query<{ purchasedLater: number; withdrawnUnsettled: number }>(
    `select coalesce(sum(steeze_amount) filter (where kind = 'steeze_purchased' and status = 'applied'
                                                 and block_number > $3), 0)::bigint as "purchasedLater",
            coalesce(sum(steeze_amount) filter (where kind = 'steeze_withdrawn' and status = 'seen'
                                                 and block_number <= $3), 0)::bigint as "withdrawnUnsettled"
     from chain_events where chain_id = $1 and contract = $2 and (block_number > $3 or status = 'seen')`,
    [chainId, contract, block],
  )
  return row as { purchasedLater: number; withdrawnUnsettled: number }
}

/**
 * SQL for the Steeze of withdrawals seen but not final, by the wallet, contract and chain of a row. `row` is SQL, never
 * input.
 */
export const withdrawnUnsettledExpression = (row: string): string =>
  `(select coalesce(sum(e.steeze_amount), 0) from chain_events e
    where e.account = ${row}.wallet and e.status = 'seen' and e.kind = 'steeze_withdrawn'
      and e.chain_id = ${row}.chain_id and e.contract = ${row}.contract)`

export async function findWaitingOf(db: Queryable, chainId: number, account: string): Promise<StoredEvent[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from chain_events e where e.account = $2 and e.chain_id = $1 and e.status = 'seen' order by e.id`,
    [chainId, account],
  )
  return rows.map(read)
}

export type NewEvent = Pick<StoredEvent, 'status'> & ChainEvent

/** Stores events that are new, returned after a revert, or moved to another block. Returns them as stored. */
export async function upsertEvents(tx: Tx, chainId: number, events: readonly NewEvent[]): Promise<StoredEvent[]> {
  const column = <T>(value: (event: NewEvent) => T) => events.map(value)
  type Place = Pick<StoredEvent, 'id' | 'incarnation' | 'txHash' | 'logIndex'>
  // Reads back only what the database decides, because this statement limits how fast a backlog is processed.
  const rows = await tx.query<Place>(
    `insert into chain_events as e (chain_id, tx_hash, log_index, contract, kind, block_number, block_hash, block_time,
                                    account, target, usdc_micros, steeze_amount, running_total, status)
     select $1, tx_hash, log_index, contract, kind, block_number, block_hash, block_time, account, target, usdc_micros,
            steeze_amount, running_total, status
     from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::timestamptz[], $9::text[],
                 $10::text[], $11::bigint[], $12::bigint[], $13::bigint[], $14::text[])
       as found (tx_hash, log_index, contract, kind, block_number, block_hash, block_time, account, target,
                 usdc_micros, steeze_amount, running_total, status)
     on conflict (chain_id, tx_hash, log_index) do update set
       contract = excluded.contract, kind = excluded.kind, block_number = excluded.block_number,
       block_hash = excluded.block_hash, block_time = excluded.block_time, account = excluded.account,
       target = excluded.target, usdc_micros = excluded.usdc_micros, steeze_amount = excluded.steeze_amount,
       running_total = excluded.running_total, status = excluded.status, incarnation = e.incarnation + 1
     returning e.id, e.incarnation, e.tx_hash as "txHash", e.log_index as "logIndex"`,
    [
      chainId,
      column(({ txHash }) => txHash),
      column(({ logIndex }) => logIndex),
      column(({ contract }) => contract),
      column(({ kind }) => kind),
      column(({ block }) => block.number),
      column(({ block }) => block.hash),
      column(({ block }) => block.time.toISOString()),
      column(({ account }) => account),
      column(({ target }) => target),
      column(({ usdcMicros }) => usdcMicros),
      column(({ steezeAmount }) => steezeAmount),
      column(({ runningTotal }) => runningTotal),
      column(({ status }) => status),
    ],
  )
  return rows.map(({ id, incarnation, txHash, logIndex }, index) => {
    const event = events[index]
    if (event?.txHash !== txHash || event.logIndex !== logIndex) throw new Error('events were answered out of order')
    return { ...event, id, incarnation, chainId }
  })
}

export async function updateStatus(tx: Tx, ids: readonly number[], status: 'applied' | 'gone'): Promise<void> {
  await tx.query('update chain_events set status = $2 where id = any($1::bigint[])', [ids, status])
}
