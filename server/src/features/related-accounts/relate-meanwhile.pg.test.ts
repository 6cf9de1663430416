import { expect, it } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import { doDue, gift, liveBattle, readBattle } from '../../../../tests/server/actors/battles.ts'
import { relate } from '../../../../tests/server/actors/related.ts'
import { holding, untilWaiting } from '../../../../tests/server/database/holding.ts'
import { rethrow } from '../../../../tests/server/rethrow.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { twoServers } from '../../../../tests/server/two-servers.ts'
import { noLog } from '../../platform/http/security/security-log.ts'
import { keyedHash } from '../../platform/keyed-hash.ts'
import { scheduledJobs } from '../../run-features.ts'
import { queueForRelating } from './index.ts'
import { insertTraces, lockRevision, upsertPairs } from './store.ts'

const [test, other] = twoServers(testApp)

it('a calculation that waits for another one deletes none of its pairs [related.device]', async () => {
  const ids = [(await newcomer(test)).id, (await newcomer(test)).id].sort()
  const [aId = '', bId = ''] = ids
  await relate(test)
  await test.ctx.db.tx((tx) => queueForRelating(test.ctx, tx, [aId]))
  const now = test.ctx.clock.sqlNow()
  const trace = { kind: 'predecessor' as const, ...keyedHash(test.ctx.settings, 'predecessor/one') }
  const letGo = await holding(other.ctx.db, async (tx) => {
    await lockRevision(tx)
    for (const id of ids) await insertTraces(tx, id, [trace], now)
    await upsertPairs(tx, [{ aId, bId, score: 120, reasons: [], isRelated: true, isAgain: false }], now)
  })
  const waiting = relate(test)
  await untilWaiting(other.ctx.db)
  await letGo()
  await waiting
  expect(await test.ctx.db.query('select is_related as "isRelated" from related_pairs')).toEqual([{ isRelated: true }])
})

it.each([false, true])(
  'a battle is decided once, whether its two became related before (%s) or after it was settled [related.stakes]',
  async (isBefore) => {
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    const { ada, bo, cy, id } = await liveBattle(test)
    await doDue(test.ctx)
    await gift(cy, id, ada.id, 5)
    const [aId = '', bId = ''] = [ada.id, bo.id].sort()
    const now = test.ctx.clock.sqlNow()
    const found = await holding(other.ctx.db, async (tx) => {
      await lockRevision(tx)
      await upsertPairs(tx, [{ aId, bId, score: 120, reasons: [], isRelated: true, isAgain: false }], now)
    })
    if (isBefore) await found()
    test.ctx.clock.advance({ days: 1 })
    // Other jobs would wait for the relation.
    const [job] = scheduledJobs(test.ctx, rethrow, noLog).filter(({ name }) => name === 'battles')
    while (await job?.runBatch());
    if (!isBefore) await found()
    await doDue(test.ctx)
    for (const who of [ada, bo]) await who.signIn()
    expect(await readBattle(ada, id)).toMatchObject({ status: isBefore ? 'cancelled' : 'completed' })
    const points = [(await ada.me()).auraPoints, (await bo.me()).auraPoints]
    expect(points).toEqual(isBefore ? [1_000, 1_000] : [1_250, 750])
  },
)
