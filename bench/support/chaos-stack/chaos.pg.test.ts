import { expect, it } from 'vitest'
import { startNats } from '../../../tests/server/nats/start-nats.ts'
import { aloneDatabase } from './chaos-database.ts'
import { chaosFaults } from './chaos-faults.ts'
import { chaosRun } from './chaos-run.ts'
import { startStack } from './chaos-stack.ts'

const durations = { hangMs: 500, downMs: 100, pauseMs: 500 }

it('loses, doubles and breaks nothing while each part of the whole stack fails', { timeout: 240_000 }, async () => {
  const stack = await startStack({
    database: await aloneDatabase(),
    nats: await startNats(),
    servers: 2,
    checkMs: 250,
  })
  try {
    const counts = await chaosRun(stack, {
      faults: [
        chaosFaults.restartDatabase(),
        chaosFaults.cutNats(durations),
        chaosFaults.skewClock(durations),
        chaosFaults.hangNode(durations),
      ],
      forMs: 2_000,
      seed: 4,
      crowd: { gift: 2, claim: 1, purchase: 1 },
      viewers: { proxy: 4, edge: 4 },
      battleEndsEveryMs: 1_000,
      calmMs: 100,
    })
    const { lost, doubled, failed, broken } = counts
    expect({ lost, doubled, failed, broken }).toEqual({ lost: [], doubled: [], failed: [], broken: [] })
    expect(counts.results).toHaveLength(4)
    expect(counts.endedBattles).toBe(2)
  } finally {
    await stack.stop()
  }
})
