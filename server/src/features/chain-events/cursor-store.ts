import type { Block, Chain } from '#platform/chain/chain'
import { contractsOf } from '#platform/chain/contracts'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, sql } from '#platform/db/sql'

const chainCheckpoints = columns('chain_checkpoints')
const chainCursors = columns('chain_cursors')

/** Returns the cursor's id, which names the chain and the followed contracts. Their order is part of the stored id. */
export function cursorIdOf(chain: Chain): string {
  const { usdc: _, ...followed } = contractsOf(chain)
  const inOrder = Object.entries(followed).sort(([one], [other]) => (one < other ? 1 : -1))
  return [chain.id, ...inOrder.map(([, address]) => address)].join('/')
}

export interface Cursor {
  id: string
  number: number
  /** Hash of the block; null before the first was read. */
  hash: string | null
  time: Date | null
  finalNumber: number
  finalHash: string | null
  finalTime: Date | null
}

const COLUMNS = fragment`
  ${chainCursors('id', { number: 'blockNumber' }, { hash: 'blockHash' }, { time: 'blockTime' }, 'finalNumber')},
  ${chainCursors('finalHash', 'finalTime')}`

const FIND_CURSOR = sql`select ${COLUMNS} from chain_cursors where id = $1`

export async function findCursor(db: Queryable, id: string): Promise<Cursor | undefined> {
  const [row] = await db.query(FIND_CURSOR, [id])
  return row
}

const INSERT_CURSOR = sql`
  insert into chain_cursors (id, block_number, final_number) values ($1, $2, $2) on conflict (id) do nothing`

/** Inserts a cursor that starts before a block. Idempotent. */
export async function insertCursor(db: Queryable, id: string, before: number): Promise<void> {
  await db.query(INSERT_CURSOR, [id, before])
}

const LOCK_CURSOR = sql`select ${COLUMNS} from chain_cursors where id = $1 for update`

export async function lockCursor(tx: Tx, id: string): Promise<Cursor | undefined> {
  const [row] = await tx.query(LOCK_CURSOR, [id])
  return row
}

const ADVANCE_CURSOR = sql`update chain_cursors set block_number = $2, block_hash = $3, block_time = $4 where id = $1`

export async function advanceCursor(tx: Tx, id: string, block: Block): Promise<void> {
  const { number, hash, time } = block
  await tx.query(ADVANCE_CURSOR, [id, number, hash, time])
  await insertCheckpoint(tx, id, block)
}

const INSERT_CHECKPOINT = sql`
  insert into chain_checkpoints (cursor_id, block_number, block_hash, block_time) values ($1, $2, $3, $4)
  on conflict (cursor_id, block_number) do update set block_hash = excluded.block_hash,
                                                      block_time = excluded.block_time`

async function insertCheckpoint(tx: Tx, id: string, { number, hash, time }: Block): Promise<void> {
  await tx.query(INSERT_CHECKPOINT, [id, number, hash, time])
}

const REWIND_CURSOR = sql`update chain_cursors set block_number = $2, block_hash = $3, block_time = $4 where id = $1`

const DELETE_LATER_CHECKPOINTS = sql`delete from chain_checkpoints where cursor_id = $1 and block_number > $2`

export async function rewindCursor(tx: Tx, id: string, { number, hash, time }: Checkpoint): Promise<void> {
  await tx.query(REWIND_CURSOR, [id, number, hash, time])
  await tx.query(DELETE_LATER_CHECKPOINTS, [id, number])
}

const ADVANCE_FINAL = sql`update chain_cursors set final_number = $2, final_hash = $3, final_time = $4 where id = $1`

const DELETE_EARLIER_CHECKPOINTS = sql`delete from chain_checkpoints where cursor_id = $1 and block_number < $2`

/** Advances the final block. The cursor never goes back beyond it. */
export async function advanceFinal(tx: Tx, id: string, block: Block): Promise<void> {
  const { number, hash, time } = block
  await insertCheckpoint(tx, id, block)
  await tx.query(ADVANCE_FINAL, [id, number, hash, time])
  await tx.query(DELETE_EARLIER_CHECKPOINTS, [id, number])
}

export interface Checkpoint {
  number: number
  hash: string | null
  time: Date | null
}

const FIND_CHECKPOINTS = sql`
  select ${chainCheckpoints({ number: 'blockNumber' }, { hash: 'blockHash' }, { time: 'blockTime' })}
  from chain_checkpoints
  where cursor_id = $1 order by block_number desc`

export async function findCheckpoints(db: Queryable, id: string): Promise<Checkpoint[]> {
  return db.query(FIND_CHECKPOINTS, [id])
}

const TAKE_LEASE = sql`
  update chain_cursors set lease_holder = $2,
         lease_until = coalesce($4::timestamptz, clock_timestamp()) + $3 * interval '1 millisecond'
  where id = $1 and (lease_holder is null or lease_holder = $2
                     or lease_until < coalesce($4::timestamptz, clock_timestamp()))
  returning ${chainCursors('id')}`

/** Takes or renews the lease to follow the chain. Returns whether this holder has it. */
export async function takeLease(
  db: Queryable,
  id: string,
  { holder, lifeMs, now }: { holder: string; lifeMs: number; now: Date | null },
): Promise<boolean> {
  const rows = await db.query(TAKE_LEASE, [id, holder, lifeMs, now])
  return rows.length === 1
}

const DROP_LEASE = sql`
  update chain_cursors set lease_holder = null, lease_until = null where id = $1 and lease_holder = $2`

export async function dropLease(db: Queryable, id: string, holder: string): Promise<void> {
  await db.query(DROP_LEASE, [id, holder])
}

const UPDATE_DISPUTED_BLOCK = sql`
  update chain_cursors set disputed_block = $2 where id = $1 and disputed_block is distinct from $2::bigint`

/** Stores the first disputed block, from which on nothing becomes final; null when nodes agree. */
export async function updateDisputedBlock(db: Queryable, id: string, block: number | null): Promise<void> {
  await db.query(UPDATE_DISPUTED_BLOCK, [id, block])
}

const FIND_DISPUTED_BLOCK = sql`select ${chainCursors({ block: 'disputedBlock' })} from chain_cursors where id = $1`

export async function findDisputedBlock(db: Queryable, id: string): Promise<number | null> {
  const [row] = await db.query(FIND_DISPUTED_BLOCK, [id])
  return row?.block ?? null
}
