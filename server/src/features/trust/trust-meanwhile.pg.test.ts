import { afterAll, beforeAll, expect, it } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import { holding } from '../../../../tests/server/database/holding.ts'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { features } from '../../features.ts'
import { openPg } from '../../platform/db/connection/open-pg.ts'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { trustDue } from './calculate-trust.ts'

let test: TestApp
let beside: Db
const trustSeeds: string[] = []
beforeAll(async () => {
  const url = await newPostgresDatabase()
  test = await testApp({ settings: { trustSeeds }, openDb: () => openPg({ url, poolSize: 4 }) })
  beside = await openPg({ url, poolSize: 2 })
})
afterAll(async () => {
  await beside.close()
  await test.close()
})

it('a place that was taken before a calculation and stored after it counts in the next one [trust.formula]', async () => {
  const [seed, other, ada, bo] = [
    await newcomer(test),
    await newcomer(test),
    await newcomer(test),
    await newcomer(test),
  ]
  trustSeeds.push(seed.wallet.address.toLowerCase(), other.wallet.address.toLowerCase())
  const stand = async (db: Queryable, giver: typeof ada, receiver: typeof ada) => {
    await db.query(
      `insert into places (id, giver_id, receiver_id, placed_at) values (gen_random_uuid(), $1, $2, $3::timestamptz - interval '40 days')`,
      [(await giver.me()).id, (await receiver.me()).id, test.ctx.clock.now()],
    )
  }
  const trusted = async (who: typeof ada) =>
    (await who.call('GET /api/users/:id', { params: { id: (await who.me()).id } })).trust.points
  const servers = [trustDue(test.ctx, { features }), trustDue(test.ctx, { features })] as const
  for (const server of servers) await server.runBatch()
  const late = await holding(beside, (tx) => stand(tx, seed, ada))
  await stand(test.ctx.db, other, bo)
  await servers[0].runBatch()
  expect([await trusted(ada), await trusted(bo)]).toEqual([0, 2_375])
  await late()
  for (const server of servers) {
    await server.runBatch()
    expect([await trusted(ada), await trusted(bo)]).toEqual([2_375, 2_375])
  }
  await stand(test.ctx.db, other, ada)
  await servers[1].runBatch()
  expect(await trusted(ada)).toBe(19_000)
  const later = await holding(beside, (tx) => stand(tx, seed, bo))
  await servers[1].runBatch()
  await later()
  await servers[1].runBatch()
  expect(await trusted(bo)).toBe(19_000)
})
