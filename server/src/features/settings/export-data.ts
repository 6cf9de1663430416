import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { readBatches } from '#platform/db/read-batches'
import { readOneState } from '#platform/db/read-one-state'
import { SpooledAnswer } from '#platform/http/spooled-answer'
import type { PersonalTable } from '#platform/personal-data'

const BATCH = 500

/** Exports the data of one moment. Of a person's millions of rows, a few hundred are in memory at a time. */
export function exportData(ctx: Context, tables: readonly PersonalTable[], userId: string): Promise<SpooledAnswer> {
  return SpooledAnswer.writtenBy(({ append, restart }) =>
    ctx.db.tx(async (tx) => {
      await restart()
      await readOneState(tx)
      const exportedAt = (await databaseTime(tx, ctx.clock)).toISOString()
      await append(`{"exportedAt":${JSON.stringify(exportedAt)},"userId":${JSON.stringify(userId)},"data":{`)
      let isFirstPart = true
      for (const { download } of tables) {
        for (const [part, sql] of Object.entries(download)) {
          await append(`${isFirstPart ? '' : ','}${JSON.stringify(part)}:[`)
          isFirstPart = false
          let isFirstRow = true
          for await (const rows of readBatches(tx, sql, [userId], BATCH)) {
            await append((isFirstRow ? '' : ',') + rows.map((row) => JSON.stringify(row)).join(','))
            isFirstRow = false
          }
          await append(']')
        }
      }
      await append('}}')
    }),
  )
}
