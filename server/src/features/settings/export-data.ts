import type { Answer } from '@aura/api/calls'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { PersonalTable } from '#platform/personal-data'
import { findHeld } from './personal-store.ts'

/** As of one moment. */
export async function exportData(
  ctx: Context,
  tables: readonly PersonalTable[],
  userId: string,
): Promise<Answer<'GET /api/user/export'>> {
  return ctx.db.tx(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const exportedAt = (await databaseTime(tx, ctx.clock)).toISOString()
    const data = JSON.parse(JSON.stringify(await findHeld(tx, tables, userId)))
    return { exportedAt, userId, data }
  })
}
