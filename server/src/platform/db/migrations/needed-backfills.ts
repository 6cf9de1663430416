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

/** Whether it is complete, as far as the tables tell that are there; what a pending migration makes counts as filled. */
export async function isFilled(tx: Queryable, backfill: string): Promise<boolean> {
  const [table = ''] = backfill.split('.')
  const [found] = await tx.query<{ table: boolean; backfills: boolean }>(
    `select to_regclass(quote_ident($1)) is not null as table, to_regclass('backfills') is not null as backfills`,
    [table],
  )
  if (!found?.table) return true
  const [rows] = await tx.query<{ isEmpty: boolean }>(`select not exists (select from "${table}") as "isEmpty"`)
  if (rows?.isEmpty || !found.backfills) return rows?.isEmpty ?? false
  const complete = await tx.query('select 1 from backfills where name = $1 and completed_at is not null', [backfill])
  return complete.length > 0
}

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
