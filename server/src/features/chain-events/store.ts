import type { Queryable, Tx } from '#platform/db/db'
import { ADVISORY_LOCKS } from '#platform/db/lock-order'
import { columns, fragment, out, sql } from '#platform/db/sql'
import type { ChainEvent } from './event.rules.ts'

const e = columns('chain_events', 'e')

export interface StoredEvent extends ChainEvent {
  id: number
  chainId: number
  status: 'seen' | 'applied' | 'gone'
  incarnation: number
}

type Row = Omit<StoredEvent, 'block'> & { blockNumber: number; blockHash: string; blockTime: Date }

const COLUMNS = fragment`
  ${e('id', 'chainId', 'txHash', 'logIndex', 'contract', 'kind', 'blockNumber', 'blockHash')},
  ${e('blockTime', 'account', 'target', 'usdcMicros', 'steezeAmount', 'runningTotal', 'status')},
  ${e('incarnation')}`

const read = ({ blockNumber, blockHash, blockTime, ...row }: Row): StoredEvent => ({
  ...row,
  block: { number: blockNumber, hash: blockHash, time: blockTime },
})

const LOCK_EVENTS = sql`select pg_advisory_xact_lock($1)`

/** Serialises recording events, since effects depend on earlier ones. */
export async function lockEvents(tx: Tx): Promise<void> {
  await tx.query(LOCK_EVENTS, [ADVISORY_LOCKS.chainEvents])
}

/**
 * Returns SQL to join the event with an id, as `e`; `id` is SQL, never input. In the subquery one event is looked up at
 * a time, so that only its partition is read, regardless of the planner's estimates.
 */
export const eventExpression = (id: string): string => `lateral (select * from chain_events where id = ${id} limit 1) e`

const eventsOf = (ids: string) => `${ids} as known (id) cross join ${eventExpression('known.id')}`

const FIND_EVENTS = sql`select ${COLUMNS} from ${eventsOf('chain_event_ids($1, $2::text[], $3::int[])')}`

/** Returns the stored ones of these events. */
export async function findEvents(
  db: Queryable,
  chainId: number,
  keys: readonly Pick<ChainEvent, 'txHash' | 'logIndex'>[],
): Promise<StoredEvent[]> {
  const rows = await db.query(FIND_EVENTS, [
    chainId,
    keys.map(({ txHash }) => txHash),
    keys.map(({ logIndex }) => logIndex),
  ])
  return rows.map(read)
}

const FIND_EVENTS_BY_ID = sql`select ${COLUMNS} from ${eventsOf('unnest($1::bigint[])')} order by e.id`

export async function findEventsById(db: Queryable, ids: readonly number[]): Promise<StoredEvent[]> {
  const rows = await db.query(FIND_EVENTS_BY_ID, [ids])
  return rows.map(read)
}

const IS_STORED_ELSEWHERE = sql`
  select 1 from ${eventsOf('chain_event_ids_in($1, $2)')} where e.block_hash <> $3 and e.status <> 'gone' limit 1`

export async function isStoredElsewhere(
  db: Queryable,
  { chainId, txHash, blockHash }: { chainId: number; txHash: string; blockHash: string },
): Promise<boolean> {
  const rows = await db.query(IS_STORED_ELSEWHERE, [chainId, txHash, blockHash])
  return rows.length > 0
}

const FIND_EVENTS_BETWEEN = sql`
  select ${COLUMNS} from chain_events e
  where e.chain_id = $1 and e.block_number between $2 and $3 and e.status <> 'gone'`

export async function findEventsBetween(
  db: Queryable,
  chainId: number,
  from: number,
  to: number,
): Promise<StoredEvent[]> {
  const rows = await db.query(FIND_EVENTS_BETWEEN, [chainId, from, to])
  return rows.map(read)
}

const FIND_WAITING = sql`
  select ${COLUMNS} from chain_events e
  where e.status = 'seen' and e.chain_id = $1 and e.block_number <= $2 order by e.block_number, e.log_index`

export async function findWaiting(db: Queryable, chainId: number, through: number): Promise<StoredEvent[]> {
  const rows = await db.query(FIND_WAITING, [chainId, through])
  return rows.map(read)
}

const SUM_IN_FLIGHT = sql`
  select coalesce(sum(steeze_amount) filter (where kind = 'steeze_purchased' and status = 'applied'
                                              and block_number > $3),
                                              0)::bigint as ${out('purchasedLater', 'bigint')},
         coalesce(sum(steeze_amount) filter (where kind = 'steeze_withdrawn' and status = 'seen'
                                              and block_number <= $3),
                                              0)::bigint as ${out('withdrawnUnsettled', 'bigint')}
  from chain_events where chain_id = $1 and contract = $2 and (block_number > $3 or status = 'seen')`

/** Returns the Steeze by which ledger and contract may differ: purchases of later blocks, unsettled withdrawals. */
export async function sumInFlight(
  db: Queryable,
  { chainId, contract, block }: { chainId: number; contract: string; block: number },
): Promise<{ purchasedLater: number; withdrawnUnsettled: number }> {
  const [row] = await db.query(SUM_IN_FLIGHT, [chainId, contract, block])
  return row as { purchasedLater: number; withdrawnUnsettled: number }
}

/** Returns SQL for withdrawals not final yet, by a row's wallet, contract and chain. `row` is never input. */
export const withdrawnUnsettledExpression = (row: string): string =>
  `(select coalesce(sum(e.steeze_amount), 0) from chain_events e
    where e.account = ${row}.wallet and e.status = 'seen' and e.kind = 'steeze_withdrawn'
      and e.chain_id = ${row}.chain_id and e.contract = ${row}.contract)`

const FIND_WAITING_OF = sql`
  select ${COLUMNS} from chain_events e where e.account = $2 and e.chain_id = $1 and e.status = 'seen' order by e.id`

export async function findWaitingOf(db: Queryable, chainId: number, account: string): Promise<StoredEvent[]> {
  const rows = await db.query(FIND_WAITING_OF, [chainId, account])
  return rows.map(read)
}

export type NewEvent = Pick<StoredEvent, 'status'> & ChainEvent

const CONTENT = `contract, kind, block_number, block_hash, block_time, account, target, usdc_micros, steeze_amount,
                 running_total, status`
const GIVEN = `$2::text[], $3::text[], $4::bigint[], $5::text[], $6::timestamptz[], $7::text[], $8::text[], $9::bigint[],
               $10::bigint[], $11::bigint[], $12::text[]`
function contentOf(events: readonly NewEvent[]) {
  const column = <T>(value: (event: NewEvent) => T) => events.map(value)
  return [
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
  ]
}

// Both read back only what the database decides, because these statements limit how fast a backlog is processed.
const INSERT_EVENTS = sql`
  insert into chain_events as e (chain_id, tx_hash, log_index, ${CONTENT})
  select $1, tx_hash, log_index, ${CONTENT}
  from unnest(${GIVEN}, $13::text[], $14::int[]) as found (${CONTENT}, tx_hash, log_index)
  returning ${e('id', 'incarnation', 'txHash', 'logIndex')}`

/** Stores new events and returns them as stored, in order. Throws if one is stored already. */
export async function insertEvents(tx: Tx, chainId: number, events: readonly NewEvent[]): Promise<StoredEvent[]> {
  if (events.length === 0) return []
  const rows = await tx.query(INSERT_EVENTS, [
    chainId,
    ...contentOf(events),
    events.map(({ txHash }) => txHash),
    events.map(({ logIndex }) => logIndex),
  ])
  return rows.map(({ id, incarnation, txHash, logIndex }, index) => {
    const event = events[index]
    if (event?.txHash !== txHash || event.logIndex !== logIndex) throw new Error('events were answered out of order')
    return { ...event, id, incarnation, chainId }
  })
}

// The bound chooses the partitions, also in a generic plan. A single bound: with two, the planner expects few of the
// events newer than its statistics, and compares each with each.
const UPDATE_EVENTS = sql`
  update chain_events e set
    contract = found.contract, kind = found.kind, block_number = found.block_number, block_hash = found.block_hash,
    block_time = found.block_time, account = found.account, target = found.target, usdc_micros = found.usdc_micros,
    steeze_amount = found.steeze_amount, running_total = found.running_total, status = found.status,
    incarnation = e.incarnation + 1
  from unnest($1::bigint[], ${GIVEN}) as found (id, ${CONTENT})
  where e.id = found.id and e.id >= $13
  returning ${e('id', 'incarnation')}`

/** Stores events again that returned after a revert, or moved to another block. Returns them as stored, in order. */
export async function updateEvents(tx: Tx, events: readonly StoredEvent[]): Promise<StoredEvent[]> {
  if (events.length === 0) return []
  const ids = events.map(({ id }) => id)
  const rows = await tx.query(UPDATE_EVENTS, [ids, ...contentOf(events), boundsOf(ids)[0]])
  const incarnations = new Map(rows.map(({ id, incarnation }) => [id, incarnation]))
  return events.map((event) => {
    const incarnation = incarnations.get(event.id)
    if (incarnation === undefined) throw new Error(`event ${event.id} is not stored`)
    return { ...event, incarnation }
  })
}

const UPDATE_STATUS = sql`
  update chain_events set status = $2 where id = any($1::bigint[]) and id between $3 and $4`

export async function updateStatus(tx: Tx, ids: readonly number[], status: 'applied' | 'gone'): Promise<void> {
  if (ids.length > 0) await tx.query(UPDATE_STATUS, [ids, status, ...boundsOf(ids)])
}

/** Returns the smallest and the largest id. Doesn't spread them into arguments, since there may be thousands. */
function boundsOf(ids: readonly number[]): [number, number] {
  const bounds: [number, number] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
  for (const id of ids) {
    if (id < bounds[0]) bounds[0] = id
    if (id > bounds[1]) bounds[1] = id
  }
  return bounds
}
