import { expect, it } from 'vitest'
import { rollingRestart } from './rolling-restart.ts'

it('fails no request and breaks off no stream while three servers are replaced and the database is migrated [access.restart-without-pause]', {
  timeout: 240_000,
}, async () => {
  const { lost, doubled, failed, broken, restarts, answers } = await rollingRestart({
    crowd: { gift: 2, claim: 1, challenge: 1, read: 3 },
    viewers: 60,
    seed: 11,
    drainSeconds: 4,
    checkMs: 250,
    calmMs: 300,
    upgrade: { migration: 'alter table battles add column of_the_next_version text' },
  })
  expect({ lost, doubled, failed, broken }).toEqual({ lost: [], doubled: [], failed: [], broken: [] })
  expect(restarts.map(({ viewersSent }) => viewersSent > 0)).toEqual([true, true, true])
  // Spread over the drain: never half of them within a tenth of it.
  expect(restarts.filter(({ burst }) => burst > 0.5)).toEqual([])
  expect(answers.get('200')).toBeGreaterThan(50)
})
