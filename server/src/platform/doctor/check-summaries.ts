import type { Db, Tx } from '../db/db.ts'
import { type Finding, ok, warning } from './check.ts'
import { findSummaries, type Summary } from './store.ts'

/** Most pages a scan may read; a sound index leads to a few hundred. */
const MAX_PAGES = 8_192

/**
 * Checks whether indexes that summarise ranges of pages still tell them apart. If PostgreSQL crashes while it
 * summarises a range, a mark stays, and each scan then returns that range and all after it.
 */
export async function checkSummaries(db: Db, maxPages = MAX_PAGES): Promise<Finding[]> {
  const faults: Finding[] = []
  for (const summary of await findSummaries(db)) {
    const pages = await db.tx((tx) => countPagesRead(tx, summary))
    if (pages <= maxPages) continue
    faults.push(
      warning(
        `To find one value by the index ${summary.index}, ${pages} pages are read, so an audit would take hours: a crash ` +
          `broke off its upkeep. Run REINDEX INDEX CONCURRENTLY ${summary.index}.`,
      ),
    )
  }
  return faults.length > 0 ? faults : [ok('Indexes of ranges lead to the pages they should')]
}

interface Plan {
  'Lossy Heap Blocks'?: number
  Plans?: Plan[]
}

/** Returns the number of pages of the table that an index scan for its first row's value reads. */
async function countPagesRead(tx: Tx, { table, column }: Summary): Promise<number> {
  await tx.query(`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`)
  const [first] = await tx.query<{ value: unknown }>(`select ${column} as value from ${table} limit 1`)
  if (!first) return 0
  const [explained] = await tx.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, timing off, format json) select from ${table} where ${column} = $1`,
    [first.value as number],
  )
  const pagesOf = (plan: Plan | undefined): number =>
    (plan?.['Lossy Heap Blocks'] ?? 0) + (plan?.Plans ?? []).reduce((sum, each) => sum + pagesOf(each), 0)
  return pagesOf(explained?.['QUERY PLAN'][0]?.Plan)
}
