import { OperatorError } from '../../operator-error.ts'
import type { Tx } from '../db.ts'

export interface AppliedMigration {
  tag: string
  hash: string
}

/** First step of the history that `0000_schema` replaced. */
const FIRST_OF_OLD = '0000_start'
/** Its last two steps, with hashes. Their tables differ from `0000_schema` only by an index. */
const LAST_OF_OLD: Readonly<Record<string, string>> = {
  '0034_session-limits': '690a5cb599b18418c57a61f7eb2e4095047cd082d38d244ca21423200d086fa2',
  '0035_holds-by-account': '86ebc8017c959ada201863ee7311b2cbb7c2968a918c179f173b8388c32847cb',
}

class DatabaseTooOld extends OperatorError {
  override name = 'DatabaseTooOld'

  constructor(tag: string) {
    super(
      `This database was built by an early version of Aura (its last migration is ${tag}) and can't be upgraded. ` +
        'Start with an empty one: move the folder that DATA_DIR names (.data) away, or name another in DATABASE_URL.',
    )
  }
}

/**
 * Returns the migrations that count as applied. A database with the complete old history gets the missing objects and
 * records the baseline as applied; any other is left alone. Throws DatabaseTooOld if the old history is incomplete.
 */
export async function adoptHistory<Applied extends AppliedMigration>(
  tx: Tx,
  applied: readonly Applied[],
  baseline: AppliedMigration,
): Promise<readonly (Applied | AppliedMigration)[]> {
  if (applied[0]?.tag !== FIRST_OF_OLD) return applied
  const last = applied.at(-1) ?? applied[0]
  if (LAST_OF_OLD[last.tag] !== last.hash) throw new DatabaseTooOld(last.tag)
  await tx.query('create index if not exists ledger_holds_by_account on ledger_holds (account_id)')
  await tx.query('drop function rebuild_ranks_of_all(), recount_ranks()')
  await tx.query('delete from aura_migrations')
  await tx.query('insert into aura_migrations (position, tag, hash) values (0, $1, $2)', [baseline.tag, baseline.hash])
  return [{ tag: baseline.tag, hash: baseline.hash }]
}
