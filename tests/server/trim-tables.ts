import type { Context } from '../../server/src/platform/context.ts'
import type { Retention } from '../../server/src/platform/retention/retention.ts'
import { trimmingDue } from '../../server/src/platform/retention/trim-tables.ts'
import { retention } from '../../server/src/run-features.ts'
import { rethrow } from './rethrow.ts'

/** Removes all rows that are old enough, as the job does in rounds of an hour. */
export async function trimTables(ctx: Context, tables: readonly Retention[] = retention): Promise<void> {
  await ctx.db.query(`update trim_rounds set due_at = '-infinity'`)
  const job = trimmingDue(ctx, { tables, onError: rethrow })
  while (await job.runBatch());
}
