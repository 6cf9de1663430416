import { expect, it } from 'vitest'
import { newPostgresDatabase } from '../../tests/server/database/open-test-database.ts'
import { claimRounds } from './claim-rounds.ts'

it('loses no acknowledged claim and pays none twice when the server is killed in the middle', async () => {
  const counts = await claimRounds({ url: await newPostgresDatabase(), rounds: 3, seed: 7, people: 3 })
  expect(counts).toMatchObject({ rounds: 3, claims: 27, lostAp: 0, wrongAp: 0 })
})
