import client from '@prometheus-io/client'
import { expect, it } from 'vitest'
import { doDue, liveBattle } from '../../../../../tests/server/actors/battles.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { registerSettled, settleMetrics } from './settle-metrics.ts'

it('the time from the end of a battle to its settlement is told, once for each', async () => {
  const test = await testApp()
  try {
    const register = new client.Registry()
    const ctx = { ...test.ctx, settleMetrics: settleMetrics() }
    registerSettled(register, ctx)
    await liveBattle(test)
    expect(await register.metrics()).toContain('battle_settle_delay_seconds_count 0\n')
    const [battle] = await test.ctx.db.query<{ endsAt: Date }>('select ends_at as "endsAt" from battles')
    test.ctx.clock.set(new Date((battle?.endsAt.getTime() ?? 0) + 2_000))
    await doDue(ctx)
    await doDue(ctx)
    const text = await register.metrics()
    expect(text).toContain('battle_settle_delay_seconds_bucket{le="1"} 0\n')
    expect(text).toContain('battle_settle_delay_seconds_bucket{le="3"} 1\n')
    expect(text).toContain('battle_settle_delay_seconds_sum 2\n')
  } finally {
    await test.close()
  }
})
