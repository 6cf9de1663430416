import { beforeAll, describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { changeTimeZone } from './change-time-zone.ts'
import { streaksAsOf } from './index.ts'

describe('the streak as of a moment', () => {
  const test = openForAll(testApp)
  let ada: Actor
  beforeAll(async () => {
    ada = await newcomer(test, 'Europe/Berlin')
  })

  it('is the one shown then, whatever happened later', async () => {
    const { id: userId } = await ada.me()
    const shown: { at: Date; streak: number }[] = []
    const look = async () => {
      shown.push({ at: test.ctx.clock.now(), streak: (await ada.me()).currentStreak })
    }
    await look()
    for (const step of [
      'learn',
      'wait',
      'learn',
      'Pacific/Auckland',
      'wait',
      'learn',
      'wait',
      'wait',
      'wait',
      'learn',
    ]) {
      test.ctx.clock.advance({ minutes: 1 })
      if (step === 'learn') await learn(ada)
      else if (step !== 'wait') await changeTimeZone(test.ctx, { userId, timeZone: step })
      await look()
      test.ctx.clock.advance({ hours: step === 'wait' ? 20 : 2 })
      await look()
    }
    test.ctx.clock.advance({ days: 8 })
    await look()
    test.ctx.clock.advance({ minutes: 1 })
    await changeTimeZone(test.ctx, { userId, timeZone: 'Pacific/Honolulu' })
    await look()
    const told = await streaksAsOf(
      test.ctx.db,
      shown.map(({ at }) => ({ userId, at })),
    )
    expect(told).toEqual(shown.map(({ streak }) => streak))
    expect(Math.max(...told)).toBeGreaterThan(1)
  })

  it('is 0 before the user joined, and for unknown users', async () => {
    const at = new Date('2020-01-01T00:00:00Z')
    expect(await streaksAsOf(test.ctx.db, [{ userId: (await ada.me()).id, at }])).toEqual([0])
    expect(await streaksAsOf(test.ctx.db, [{ userId: crypto.randomUUID(), at }])).toEqual([0])
  })
})
