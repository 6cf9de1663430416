import type { Tx } from '#platform/db/db'
import type { PersonalTable } from '#platform/personal-data'

export async function deleteHeld(tx: Tx, tables: readonly PersonalTable[], userId: string): Promise<void> {
  for (const { table, columns } of tables) {
    for (const [column, { onDeletion }] of Object.entries(columns)) {
      if (onDeletion === 'deleted') await tx.query(`delete from ${table} where ${column} = $1`, [userId])
    }
  }
}

/** Returns the live topics that show what `deleteHeld` deletes. */
export async function findTopics(tx: Tx, tables: readonly PersonalTable[], userId: string): Promise<string[]> {
  const queries = tables.flatMap(({ topics = [] }) => topics)
  const rows = await Promise.all(queries.map((query) => tx.query<{ topic: string }>(query, [userId])))
  return rows.flat().map(({ topic }) => topic)
}
