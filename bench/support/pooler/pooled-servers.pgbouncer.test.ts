import { expect, it } from 'vitest'
import { startPgbouncer } from '../../../tests/server/database/pgbouncer.ts'
import { pooledServers } from './pooled-servers.ts'

/** Far below the 138 that two servers hold open. */
const CONNECTIONS = 12

it('serves everything through PgBouncer, and viewers of both servers see each other’s gifts [access.transaction-pooler]', {
  timeout: 240_000,
}, async () => {
  const { lost, doubled, failed, broken, answers, connections, refused } = await pooledServers({
    startPooler: (target) => startPgbouncer(target, CONNECTIONS),
    crowd: { gift: 3, claim: 2, challenge: 2, read: 2 },
    seed: 3,
    lastsMs: 6_000,
  })
  expect({ lost, doubled, failed, broken }).toEqual({ lost: [], doubled: [], failed: [], broken: [] })
  expect(refused).toEqual({ code: 1, said: expect.stringMatching(/it is behind (PgBouncer|a pooler)/) })
  expect(answers.get('200')).toBeGreaterThan(40)
  // Past the pooler each server only LISTENs.
  expect(connections.get('aura live')).toBe(2)
  const others = [...connections].filter(([name]) => name !== 'aura live')
  expect(others.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(CONNECTIONS + 4)
})
