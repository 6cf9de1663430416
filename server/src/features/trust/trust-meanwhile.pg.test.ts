import { expect, it } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import { trustJob } from '../../../../tests/server/actors/trusting.ts'
import { holding } from '../../../../tests/server/database/holding.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { twoServers } from '../../../../tests/server/two-servers.ts'
import type { Queryable } from '../../platform/db/db.ts'

const trustSeeds: string[] = []
const [test, other] = twoServers((database) => testApp({ ...database, settings: { trustSeeds } }))

it('a place that was taken before a calculation and stored after it counts in the next one [trust.formula]', async () => {
  const people = [await newcomer(test), await newcomer(test), await newcomer(test), await newcomer(test)] as const
  const [seed, second, ada, bo] = people
  for (const { wallet } of [seed, second]) trustSeeds.push(wallet.address.toLowerCase())
  const stand = async (db: Queryable, giver: typeof ada, receiver: typeof ada) => {
    await db.query(
      `insert into places (id, giver_id, receiver_id, placed_at) values (gen_random_uuid(), $1, $2, $3::timestamptz - interval '40 days')`,
      [giver.id, receiver.id, test.ctx.clock.now()],
    )
  }
  const trusted = async (who: typeof ada) =>
    (await who.call('GET /api/users/:id', { params: { id: who.id } })).trust.points
  const servers = [trustJob(test), trustJob(other)] as const
  for (const server of servers) await server.runBatch()
  const late = await holding(other.ctx.db, (tx) => stand(tx, seed, ada))
  await stand(test.ctx.db, second, bo)
  await servers[0].runBatch()
  expect([await trusted(ada), await trusted(bo)]).toEqual([0, 2_375])
  await late()
  for (const server of servers) {
    await server.runBatch()
    expect([await trusted(ada), await trusted(bo)]).toEqual([2_375, 2_375])
  }
  await stand(test.ctx.db, second, ada)
  await servers[1].runBatch()
  expect(await trusted(ada)).toBe(19_000)
  const later = await holding(other.ctx.db, (tx) => stand(tx, seed, bo))
  await servers[1].runBatch()
  await later()
  await servers[1].runBatch()
  expect(await trusted(bo)).toBe(19_000)
})
