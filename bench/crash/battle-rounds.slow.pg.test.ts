import { expect, it } from 'vitest'
import { newPostgresDatabase } from '../../tests/server/database/open-test-database.ts'
import { battleRounds } from './battle-rounds.ts'

it('counts every acknowledged gift once and no refused one, and settles once, when servers are killed [battles.end-crash-midway]', async () => {
  const counts = await battleRounds({ url: await newPostgresDatabase(), rounds: 3, seed: 11, gifts: 80 })
  expect(counts).toMatchObject({ rounds: 3, wrong: 0 })
  expect(counts.acknowledged + counts.refused + counts.unheard).toBe(240)
})
