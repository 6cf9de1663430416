import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { route } from './route.ts'

it('a field that the schema of an answer does not name never leaves the server', async () => {
  const app = fastify()
  const gate = { pass: (_: string, work: () => unknown) => work() }
  Object.assign(app, { gates: { light: gate, heavy: gate }, countRequest: {} })
  const stats = { totalUsers: 1, activeBattles: 0, totalAura: 100, averageAuraPerUser: 100 }
  const row = { ...stats, walletAddress: '0x12' }
  route(app, {} as Context, 'GET /api/stats', async () => row)
  expect((await app.inject('/api/stats')).json()).toEqual(stats)
  await app.close()
})
