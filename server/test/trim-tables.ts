import type { Context } from '../src/platform/context.ts'
import type { Retention } from '../src/platform/retention/retention.ts'
import { trimmingDue } from '../src/platform/retention/trim-tables.ts'
import { retention } from '../src/run-features.ts'

const failed = (error: unknown): never => {
  throw error
}

/** Removes everything that is old, as the job does in rounds of an hour. */
export async function trimTables(ctx: Context, tables: readonly Retention[] = retention): Promise<void> {
  await ctx.db.query(`update trim_rounds set due_at = '-infinity'`)
  const job = trimmingDue(ctx, { tables, onError: failed })
  while (await job.runBatch());
}
