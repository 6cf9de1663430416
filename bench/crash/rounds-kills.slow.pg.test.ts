import { expect, it } from 'vitest'
import { newPostgresDatabase } from '../../tests/server/database/open-test-database.ts'
import { roundsKills } from './rounds-kills.ts'

it('ends each battle of rounds once, exactly, when the only server is killed at each step [battles.rounds-crash]', async () => {
  const counts = await roundsKills({ url: await newPostgresDatabase(), kills: 5, seed: 5 })
  expect(counts).toMatchObject({ kills: 5, faults: [] })
  expect(counts.answers).toBeGreaterThan(counts.battles)
})
