import type { Tx } from '#platform/db/db'
import type { PersonalTable } from '#platform/personal-data'

/** Rows that are in memory at a time. */
const BATCH = 500

/** In batches of one row or more. */
export async function* heldRows(tx: Tx, sql: string, userId: string): AsyncGenerator<Record<string, unknown>[]> {
  // Or it is planned as if a tenth of the rows were enough, by reading a whole index in the wanted order.
  await tx.query('set local cursor_tuple_fraction = 1')
  await tx.query(`declare held_rows no scroll cursor for ${sql}`, [userId])
  for (;;) {
    const rows = await tx.query<Record<string, unknown>>(`fetch ${BATCH} from held_rows`)
    if (rows.length === 0) break
    yield rows
  }
  await tx.query('close held_rows')
}

export async function deleteHeld(tx: Tx, tables: readonly PersonalTable[], userId: string): Promise<void> {
  for (const { table, columns } of tables) {
    for (const [column, { onDeletion }] of Object.entries(columns)) {
      if (onDeletion === 'deleted') await tx.query(`delete from ${table} where ${column} = $1`, [userId])
    }
  }
}
