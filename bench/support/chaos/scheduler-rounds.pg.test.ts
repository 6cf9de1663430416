import { expect, it } from 'vitest'
import { newPostgresDatabase } from '../../../tests/server/database/open-test-database.ts'
import { schedulerRounds } from './scheduler-rounds.ts'

it('starts and settles battles at their moments while every other kind that falls due is stuck', {
  timeout: 120_000,
}, async () => {
  const url = await newPostgresDatabase()
  const { starts, settlements } = await schedulerRounds({ url, battles: 8, jitterMs: 1_000, seed: 7, stuck: 40 })
  expect([starts.length, settlements.length]).toEqual([8, 8])
  // Waiting for a single stuck job would take fifteen seconds.
  expect(Math.max(...starts, ...settlements)).toBeLessThan(10_000)
})
