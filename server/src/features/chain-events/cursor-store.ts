import type { Block, Chain } from '#platform/chain/chain'
import { contractsOf } from '#platform/chain/contracts'
import type { Queryable, Tx } from '#platform/db/db'

export function cursorIdOf(chain: Chain): string {
  const { vouch, steeze } = contractsOf(chain)
  return `${chain.id}/${vouch}/${steeze}`
}

export interface Cursor {
  id: string
  number: number
  /** Null before the first block was read. */
  hash: string | null
  time: Date | null
  finalNumber: number
  finalHash: string | null
  finalTime: Date | null
}

const COLUMNS = `id, block_number as number, block_hash as hash, block_time as time, final_number as "finalNumber",
  final_hash as "finalHash", final_time as "finalTime"`

export async function findCursor(db: Queryable, id: string): Promise<Cursor | undefined> {
  const [row] = await db.query<Cursor>(`select ${COLUMNS} from chain_cursors where id = $1`, [id])
  return row
}

/** Starts before a block. Idempotent. */
export async function insertCursor(db: Queryable, id: string, before: number): Promise<void> {
  await db.query(
    `insert into chain_cursors (id, block_number, final_number) values ($1, $2, $2) on conflict (id) do nothing`,
    [id, before],
  )
}

export async function lockCursor(tx: Tx, id: string): Promise<Cursor | undefined> {
  const [row] = await tx.query<Cursor>(`select ${COLUMNS} from chain_cursors where id = $1 for update`, [id])
  return row
}

export async function advanceCursor(tx: Tx, id: string, block: Block): Promise<void> {
  const { number, hash, time } = block
  await tx.query('update chain_cursors set block_number = $2, block_hash = $3, block_time = $4 where id = $1', [
    id,
    number,
    hash,
    time,
  ])
  await insertCheckpoint(tx, id, block)
}

async function insertCheckpoint(tx: Tx, id: string, { number, hash, time }: Block): Promise<void> {
  await tx.query(
    `insert into chain_checkpoints (cursor_id, block_number, block_hash, block_time) values ($1, $2, $3, $4)
     on conflict (cursor_id, block_number) do update set block_hash = excluded.block_hash,
                                                         block_time = excluded.block_time`,
    [id, number, hash, time],
  )
}

export async function rewindCursor(tx: Tx, id: string, { number, hash, time }: Checkpoint): Promise<void> {
  await tx.query('update chain_cursors set block_number = $2, block_hash = $3, block_time = $4 where id = $1', [
    id,
    number,
    hash,
    time,
  ])
  await tx.query('delete from chain_checkpoints where cursor_id = $1 and block_number > $2', [id, number])
}

/** The cursor never goes back beyond a final block. */
export async function advanceFinal(tx: Tx, id: string, block: Block): Promise<void> {
  const { number, hash, time } = block
  await insertCheckpoint(tx, id, block)
  await tx.query('update chain_cursors set final_number = $2, final_hash = $3, final_time = $4 where id = $1', [
    id,
    number,
    hash,
    time,
  ])
  await tx.query('delete from chain_checkpoints where cursor_id = $1 and block_number < $2', [id, number])
}

export interface Checkpoint {
  number: number
  hash: string | null
  time: Date | null
}

export async function findCheckpoints(db: Queryable, id: string): Promise<Checkpoint[]> {
  return db.query(
    `select block_number as number, block_hash as hash, block_time as time from chain_checkpoints
     where cursor_id = $1 order by block_number desc`,
    [id],
  )
}

/** Returns whether this holder has the lease to follow the chain. */
export async function takeLease(
  db: Queryable,
  id: string,
  { holder, lifeMs, now }: { holder: string; lifeMs: number; now: Date | null },
): Promise<boolean> {
  const rows = await db.query(
    `update chain_cursors set lease_holder = $2,
            lease_until = coalesce($4::timestamptz, clock_timestamp()) + $3 * interval '1 millisecond'
     where id = $1 and (lease_holder is null or lease_holder = $2
                        or lease_until < coalesce($4::timestamptz, clock_timestamp()))
     returning id`,
    [id, holder, lifeMs, now],
  )
  return rows.length === 1
}

export async function dropLease(db: Queryable, id: string, holder: string): Promise<void> {
  await db.query(
    'update chain_cursors set lease_holder = null, lease_until = null where id = $1 and lease_holder = $2',
    [id, holder],
  )
}

/** Nothing becomes final from the first disputed block on; null when nodes agree. */
export async function updateDisputedBlock(db: Queryable, id: string, block: number | null): Promise<void> {
  await db.query(
    'update chain_cursors set disputed_block = $2 where id = $1 and disputed_block is distinct from $2::bigint',
    [id, block],
  )
}

export async function findDisputedBlock(db: Queryable, id: string): Promise<number | null> {
  const [row] = await db.query<{ block: number | null }>(
    'select disputed_block as block from chain_cursors where id = $1',
    [id],
  )
  return row?.block ?? null
}
