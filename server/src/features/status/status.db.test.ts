import { describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { acceptedBattle, doDue } from '../../../../tests/server/actors/battles.ts'
import { follow } from '../../../../tests/server/chain/chain.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { features } from '../../features.ts'
import { minutesDue, recordMinute } from './record-minute.ts'
import { STATUS_DAYS } from './status.rules.ts'

const test = openForEach(testApp)

const status = () => new Actor(test).call('GET /api/status')
const record = () => recordMinute(test.ctx, features)
const stateOf = async (part: string) => (await status()).parts.find((one) => one.part === part)?.state

describe('the status', () => {
  it('is there before anything was recorded, for anyone', async () => {
    await follow(test)
    expect(await status()).toMatchObject({
      since: null,
      checkedAt: test.ctx.clock.now().toISOString(),
      parts: [
        { part: 'app', state: 'up', days: [] },
        { part: 'battles', state: 'up' },
        { part: 'steeze' },
        { part: 'chain', state: 'up' },
      ],
    })
  })

  it('counts each minute once, on any number of servers [landing.status-minutes]', async () => {
    const jobs = [minutesDue(test.ctx, { features }), minutesDue(test.ctx, { features })]
    for (let minute = 0; minute < 3; minute++) {
      for (const job of [...jobs, ...jobs]) expect(await job.runBatch()).toBe(false)
      test.ctx.clock.advance({ minutes: 1 })
    }
    await record()
    await record()
    const { since, parts } = await status()
    expect(since).not.toBeNull()
    for (const { days } of parts) {
      const sums = days.map(({ up, degraded, down }) => up + degraded + down)
      expect(sums).toEqual([4])
    }
  })

  it('forgets a day after the last that is shown, and no other', async () => {
    await record()
    test.ctx.clock.advance({ days: STATUS_DAYS - 1 })
    await record()
    const count = async () =>
      (await test.ctx.db.query<{ day: string }>('select distinct day::text from status_days order by day')).length
    expect(await count()).toBe(2)
    test.ctx.clock.advance({ days: 1 })
    await record()
    expect(await count()).toBe(2)
  })

  it('says when the network falls behind [landing.status-parts]', async () => {
    await follow(test)
    expect(await stateOf('chain')).toBe('up')
    test.ctx.clock.advance({ minutes: 6 })
    expect(await stateOf('chain')).toBe('degraded')
    test.ctx.clock.advance({ minutes: 30 })
    expect(await stateOf('chain')).toBe('down')
    test.ctx.chain.mine()
    await follow(test)
    expect(await stateOf('chain')).toBe('up')
  })

  it('says when battles start or end late, and when they do again', async () => {
    await acceptedBattle(test)
    expect(await stateOf('battles')).toBe('up')
    test.ctx.clock.set('2026-03-02T16:00:30Z')
    expect(await stateOf('battles')).toBe('up')
    test.ctx.clock.set('2026-03-02T16:02:00Z')
    expect(await stateOf('battles')).toBe('degraded')
    test.ctx.clock.set('2026-03-02T16:11:00Z')
    expect(await stateOf('battles')).toBe('down')
    await doDue(test.ctx)
    expect(await stateOf('battles')).toBe('up')
  })

  it('says when nothing is signed', async () => {
    expect(await stateOf('steeze')).toBe('degraded')
    Object.assign(test.ctx, { settingsGuard: { standing: 'confirmed' } })
    expect(await stateOf('steeze')).toBe('up')
    Object.assign(test.ctx, { settingsGuard: { standing: 'contradicted' } })
    expect(await stateOf('steeze')).toBe('down')
    Object.assign(test.ctx, { settingsGuard: { standing: 'confirmed' }, signer: null })
    expect(await stateOf('steeze')).toBe('degraded')
  })
})
