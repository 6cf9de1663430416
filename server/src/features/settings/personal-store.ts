import type { Tx } from '#platform/db/db'
import type { PersonalTable } from '#platform/personal-data'

export async function deleteHeld(tx: Tx, tables: readonly PersonalTable[], userId: string): Promise<void> {
  for (const { table, columns } of tables) {
    for (const [column, { onDeletion }] of Object.entries(columns)) {
      if (onDeletion === 'deleted') await tx.query(`delete from ${table} where ${column} = $1`, [userId])
    }
  }
}
