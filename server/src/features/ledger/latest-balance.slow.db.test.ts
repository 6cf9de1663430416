import { expect, it } from 'vitest'
import { issue, ledgerPerson, post } from '../../../../tests/server/actors/ledger.ts'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { leaveInPartition } from '../../../../tests/server/database/partitions.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import type { Tx } from '../../platform/db/db.ts'
import { transferPartitions } from './partitions/partitions.ts'

const MOVEMENTS = 2_000
/** PostgreSQL switches to a generic plan after a few executions. */
const TIMES = 12

const db = openForAll(openTestDatabase)

async function readSoFar(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ read: number }>(
    `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint as read
     from pg_stat_xact_user_tables where schemaname = 'public' and relname like 'ledger_transfers%'`,
  )
  return row?.read ?? 0
}

it.each([
  [1, 10],
  [8, 50],
])(
  'an account’s latest balance is found in %i partitions without reading transfers of other accounts',
  async (partitions, read) => {
    const ada = await ledgerPerson(db)
    const bo = await ledgerPerson(db)
    const cy = await ledgerPerson(db)
    await post(db, ...Array.from({ length: MOVEMENTS }, () => issue(bo, 1)))
    await post(db, issue(ada, 7))
    if (partitions > 1) {
      await leaveInPartition(db, partitions, 100)
      await transferPartitions.add(db, null)
      // These are neighbours in the indexes of the newest partition.
      await post(db, ...Array.from({ length: 50 }, () => issue(cy, 1)))
    }
    await db.script('analyze ledger_transfers')
    await db.tx(async (tx) => {
      const before = await readSoFar(tx)
      for (let time = 0; time < TIMES; time++) {
        expect(
          await tx.query(
            `select latest.balance from ledger_accounts a, latest_balance(a.id, 0) latest
           where a.owner_id = any($1) and a.kind = 'ap_available' order by latest.balance`,
            [[ada, bo]],
          ),
        ).toEqual([{ balance: 7 }, { balance: MOVEMENTS }])
      }
      expect((await readSoFar(tx)) - before).toBeLessThan(read * TIMES)
    })
  },
)
