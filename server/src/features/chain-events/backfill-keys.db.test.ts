import { expect, it } from 'vitest'
import { insertPurchases } from '../../../test/chain/event-rows.ts'
import { openTestDatabase } from '../../../test/database/open-test-database.ts'
import { TestClock } from '../../../test/fakes.ts'
import { backfillsDue, PASS_MS } from '../../platform/backfill/run-backfills.ts'
import { backfillKeys } from './backfill-keys-store.ts'

it('the backfill writes the keys that events before the trigger don’t have, and is complete after another pass', async () => {
  const db = await openTestDatabase()
  const clock = new TestClock()
  await insertPurchases(db, { from: 1, to: 600 })
  const keys = () => db.query('select * from chain_event_keys order by event_id')
  const before = await keys()
  expect(before).toHaveLength(600)
  await db.script(`
    alter table chain_event_keys disable trigger user;
    delete from chain_event_keys where event_id > (select min(event_id) from chain_event_keys);
    alter table chain_event_keys enable trigger user`)
  const job = backfillsDue(
    { db, clock },
    {
      backfills: [backfillKeys],
      onError: (error) => {
        throw error
      },
    },
  )
  const pass = async () => {
    while (await job.runBatch()) clock.advance({ ms: 100 })
  }
  await pass()
  clock.advance({ ms: 100 })
  await pass()
  expect(await keys()).toEqual(before)
  clock.advance({ ms: PASS_MS })
  await pass()
  const [backfill] = await db.query<{ filled: number; isDone: boolean }>(
    'select filled, completed_at is not null as "isDone" from backfills',
  )
  expect(backfill).toEqual({ filled: 599, isDone: true })
  await db.close()
})
