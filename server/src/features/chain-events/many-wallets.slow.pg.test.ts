import { expect, it } from 'vitest'
import { hashOf } from '../../../../tests/server/chain/event-rows.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { eventHandlers } from '../../run-features.ts'
import type { ChainEvent } from './event.rules.ts'
import { recordEvents } from './record-events.ts'

const test = openForEach(testApp)

const VOUCHES = 5_000
const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const vouchOf = (index: number): ChainEvent => ({
  ...{ kind: 'vouched', contract: test.ctx.chain.contracts?.vouch ?? '', txHash: hashOf(index), logIndex: index },
  ...{ account: address(index), target: address(VOUCHES + index), usdcMicros: 1_000_000, runningTotal: 1_000_000 },
  steezeAmount: null,
  block: { number: 1, hash: '0x1', time: test.ctx.clock.now() },
})

it('5,000 vouches between 10,000 wallets in one step take a few hundred locks, not 10,000', async () => {
  const { ctx } = test
  const events = Array.from({ length: VOUCHES }, (_, index) => vouchOf(index))
  const locks = await ctx.db.tx(async (tx) => {
    await recordEvents(ctx, tx, eventHandlers, { events })
    const [row] = await tx.query<{ locks: number }>(
      `select count(*) as locks from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
    )
    return row?.locks ?? 0
  })
  const [row] = await ctx.db.query<{ count: number }>('select count(*) as count from vouches')
  expect(row?.count).toBe(VOUCHES)
  expect(locks).toBeGreaterThan(200)
  expect(locks).toBeLessThanOrEqual(300)
})
