import { OperatorError } from '../../operator-error.ts'
import type { Queryable } from '../db.ts'

/** A migration needs rows that a job of an earlier version has not filled yet. */
class BackfillIncomplete extends OperatorError {
  override name = 'BackfillIncomplete'

  constructor(tag: string, backfill: string) {
    super(
      `Migration ${tag} needs the backfill ${backfill}, which is not complete. Nothing was changed. Run the version ` +
        'before this one until npm run doctor says that all backfills are complete, then start this one again.',
    )
  }
}

const NEEDED = /^-- Needs backfill: (\w+\.[\w-]+)\s*$/gm

/** Returns the names in a migration's lines `-- Needs backfill: table.what`. */
export const neededBackfills = (text: string): string[] => [...text.matchAll(NEEDED)].flatMap(([, name]) => name ?? [])

/** Throws BackfillIncomplete, unless the table is empty, as in a new database. */
export async function assertFilled(
  tx: Queryable,
  { tag, needs }: { tag: string; needs: readonly string[] },
): Promise<void> {
  for (const name of needs) {
    const [table] = name.split('.')
    const [row] = await tx.query<{ isDone: boolean }>(
      `select not exists (select from "${table}")
         or exists (select from backfills where name = $1 and completed_at is not null) as "isDone"`,
      [name],
    )
    if (!row?.isDone) throw new BackfillIncomplete(tag, name)
  }
}
