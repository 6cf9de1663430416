import type { Queryable, Tx } from '#platform/db/db'
import type { PersonalTable } from '#platform/personal-data'

export async function findHeld(
  db: Queryable,
  tables: readonly PersonalTable[],
  userId: string,
): Promise<Record<string, Record<string, unknown>[]>> {
  const held: Record<string, Record<string, unknown>[]> = {}
  for (const { download } of tables) {
    for (const [part, sql] of Object.entries(download)) held[part] = await db.query(sql, [userId])
  }
  return held
}

export async function deleteHeld(tx: Tx, tables: readonly PersonalTable[], userId: string): Promise<void> {
  for (const { table, columns } of tables) {
    for (const [column, { onDeletion }] of Object.entries(columns)) {
      if (onDeletion === 'deleted') await tx.query(`delete from ${table} where ${column} = $1`, [userId])
    }
  }
}
