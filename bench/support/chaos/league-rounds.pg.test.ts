import { expect, it } from 'vitest'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { newPostgresDatabase } from '../../../tests/server/database/open-test-database.ts'
import { leagueRounds } from './league-rounds.ts'

it('closes a week and tells everybody exactly once, although servers are killed meanwhile [leagues.closes] [leagues.told]', {
  timeout: 180_000,
}, async () => {
  const url = await newPostgresDatabase()
  const members = 3_000
  const jobs = ['league_closings', 'league_results'] as const
  const { wrong, leagues } = await leagueRounds({ url, members, kills: 2, seed: 7, jobs, withinMs: 120_000 })
  expect(wrong).toBe(0)
  expect(leagues).toBeGreaterThanOrEqual(members / 30)
  const db = await openPg({ url, poolSize: 1 })
  const [told] = await db.query(
    `select count(*)::int as told, count(distinct user_id)::int as people,
            (select count(*)::int from league_entries where place is not null) as placed
     from notifications where type = 'league_result'`,
  )
  await db.close()
  const { placed } = told as { placed: number }
  expect(told).toEqual({ told: placed, people: placed, placed })
})
