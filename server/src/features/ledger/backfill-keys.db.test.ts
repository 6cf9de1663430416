import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { give, hold, ledgerPerson, post } from '../../../test/actors/ledger.ts'
import { openTestDatabase } from '../../../test/database/open-test-database.ts'
import { TestClock } from '../../../test/fakes.ts'
import { backfillsDue, PASS_MS } from '../../platform/backfill/run-backfills.ts'
import { backfillKeys } from './backfill-keys-store.ts'

it('the backfill writes the keys that transfers before the trigger don’t have, and is complete after another pass', async () => {
  const db = await openTestDatabase()
  const clock = new TestClock()
  const [ada, bo] = [await ledgerPerson(db, 100), await ledgerPerson(db)]
  await post(db, give(ada, bo, 10), hold(ada, 20, randomUUID()))
  const keys = () => db.query('select * from ledger_keys order by hash')
  const before = await keys()
  expect(before).toHaveLength(4)
  await db.script(`
    alter table ledger_keys disable trigger user;
    delete from ledger_keys where transfer_id > (select min(transfer_id) from ledger_keys);
    alter table ledger_keys enable trigger user`)
  const job = backfillsDue(
    { db, clock },
    {
      backfills: [backfillKeys],
      onError: (error) => {
        throw error
      },
    },
  )
  while (await job.runBatch());
  expect(await keys()).toEqual(before)
  clock.advance({ ms: PASS_MS })
  while (await job.runBatch());
  expect(await db.query('select filled, completed_at as at from backfills')).toEqual([{ filled: 3, at: clock.now() }])
  await db.close()
})
