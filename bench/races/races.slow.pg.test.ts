import { expect, it } from 'vitest'
import { newPostgresDatabase } from '../../tests/server/database/open-test-database.ts'
import { serveRaces } from './race-server.ts'
import { runRaces } from './run-races.ts'

it('answers no race with a fault, lets exactly one win where only one can, and keeps every balance right', async () => {
  const plan = { url: await newPostgresDatabase(), rounds: 2, seed: 3, withinMs: 60_000, serve: serveRaces }
  const counts = await runRaces(plan)
  expect(counts).toMatchObject({ rounds: 2, faults: [], wrong: [] })
  expect(counts.races.filter(({ rounds }) => rounds !== 2)).toEqual([])
})
