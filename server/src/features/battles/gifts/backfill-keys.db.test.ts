import { afterAll, beforeAll, expect, it } from 'vitest'
import { gift, giver, liveBattle } from '../../../../test/actors/battles.ts'
import { TestClock } from '../../../../test/fakes.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { backfillsDue, PASS_MS } from '../../../platform/backfill/run-backfills.ts'
import { backfillGiftKeys } from './backfill-keys-store.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
afterAll(() => test.close())

it('the backfill writes the keys that gifts before the trigger don’t have, and is complete after another pass', async () => {
  const { db } = test.ctx
  const clock = new TestClock()
  const { id, ada, cy } = await liveBattle(test)
  for (const each of [cy, await giver(test)])
    for (const amount of [1, 2]) expect((await gift(each, id, ada.id, amount)).status).toBe(200)
  const keys = () => db.query('select * from battle_gift_keys order by giver_id, hash')
  const before = await keys()
  expect(before).toHaveLength(4)
  await db.script(`
    alter table battle_gift_keys disable trigger user;
    delete from battle_gift_keys where (giver_id, hash) > (select giver_id, hash from battle_gift_keys order by 1, 2 limit 1);
    alter table battle_gift_keys enable trigger user;
    delete from backfills`)
  const job = backfillsDue(
    { db, clock },
    {
      backfills: [backfillGiftKeys],
      onError: (error) => {
        throw error
      },
    },
  )
  while (await job.runBatch());
  expect(await keys()).toEqual(before)
  clock.advance({ ms: PASS_MS })
  while (await job.runBatch());
  expect(await db.query(`select filled, completed_at as at from backfills where name = 'battle_gifts.keys'`)).toEqual([
    { filled: 3, at: clock.now() },
  ])
})
