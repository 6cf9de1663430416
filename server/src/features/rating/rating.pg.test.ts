import { afterAll, beforeAll, expect, it } from 'vitest'
import { challenge, creator } from '../../../../tests/server/actors/battles.ts'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { openPg } from '../../platform/db/connection/open-pg.ts'
import type { DecidedRounds } from '../battles/index.ts'
import { auditRatings } from './audit-ratings.ts'
import { rateRounds } from './rate-rounds.ts'

let test: TestApp
beforeAll(async () => {
  const url = await newPostgresDatabase()
  test = await testApp({ openDb: () => openPg({ url, poolSize: 8 }) })
})
afterAll(() => test.close())

it('battles of one person that are settled at once are rated one after the other [battles.rating]', async () => {
  const { ctx } = test
  const ada = await creator(test)
  const battles: DecidedRounds[] = []
  for (let nr = 0; nr < 4; nr++) {
    const other = await creator(test)
    const { id } = await challenge(ada, other.id, { stakeAmount: 1 })
    battles.push({ id, challengerId: ada.id, opponentId: other.id, winnerId: ada.id })
  }
  const rate = (some: typeof battles) =>
    Promise.all(some.map((battle) => ctx.db.tx((tx) => rateRounds(tx, [battle], ctx.clock.now()))))
  // The first two also begin at once.
  await rate(battles.slice(0, 2))
  await rate(battles.slice(2))
  const numbers = await ctx.db.query('select number from rating_changes where user_id = $1 order by 1', [ada.id])
  expect(numbers).toEqual([1, 2, 3, 4].map((number) => ({ number })))
  // These battles were never played, and that is all there is against them.
  const { broken } = await auditRatings(ctx.db)
  expect(new Set(broken.map(({ detail }) => detail))).toEqual(new Set(['its battle was not decided by rounds']))
  await ctx.db.query('delete from rating_changes', [])
  await ctx.db.query('delete from ratings', [])
})
