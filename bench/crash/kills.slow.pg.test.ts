import { expect, it } from 'vitest'
import { newPostgresDatabase } from '../../tests/server/database/open-test-database.ts'
import { battleRounds } from './battle-rounds.ts'
import { claimRounds } from './claim-rounds.ts'
import { roundsKills } from './rounds-kills.ts'

it('loses no acknowledged claim and pays none twice when the server is killed in the middle', async () => {
  const counts = await claimRounds({ url: await newPostgresDatabase(), rounds: 3, seed: 7, people: 3 })
  expect(counts).toMatchObject({ rounds: 3, claims: 27, lostAp: 0, wrongAp: 0 })
})

it('counts every acknowledged gift once and no refused one, and settles once, when servers are killed [battles.end-crash-midway]', async () => {
  const counts = await battleRounds({ url: await newPostgresDatabase(), rounds: 3, seed: 11, gifts: 80 })
  expect(counts).toMatchObject({ rounds: 3, wrong: 0 })
  expect(counts.acknowledged + counts.refused + counts.unheard).toBe(240)
})

it('ends each battle of rounds once, exactly, when the only server is killed at each step [battles.rounds-crash]', async () => {
  const counts = await roundsKills({ url: await newPostgresDatabase(), kills: 5, seed: 5 })
  expect(counts).toMatchObject({ kills: 5, faults: [] })
  expect(counts.answers).toBeGreaterThan(counts.battles)
})
