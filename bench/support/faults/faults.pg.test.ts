import { expect, it } from 'vitest'
import { faultRounds } from './fault-rounds.ts'
import { faults } from './faults.ts'

it('loses, doubles and breaks nothing while its database or one of two servers fails', {
  timeout: 180_000,
}, async () => {
  const counts = await faultRounds({
    faults: () => [
      faults.frozenInTransaction(3_500),
      faults.lockedTable('battle_gifts', 'gift', 500),
      faults.downAndBack(200),
      faults.noConnections(500),
    ],
    crowd: { gift: 2, claim: 2, challenge: 1, read: 1 },
    seed: 5,
    calmMs: 200,
  })
  const { lost, doubled, faults: failed, broken } = counts
  expect({ lost, doubled, failed, broken }).toEqual({ lost: [], doubled: [], failed: [], broken: [] })
  expect(counts.results.map(({ answers }) => (answers.get('200') ?? 0) > 0)).toEqual([true, true, true, true])
})
