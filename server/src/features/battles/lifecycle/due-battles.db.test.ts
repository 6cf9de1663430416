import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../../tests/server/actors/actors.ts'
import {
  acceptedBattle,
  apOf,
  challenge,
  creator,
  doDue,
  gift,
  giver,
  liveBattle,
  readBattle,
  runAt,
  STARTS_AT,
  steezeOf,
  step,
} from '../../../../../tests/server/actors/battles.ts'
import { BreakableDb } from '../../../../../tests/server/database/breakable-db.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { voidBattle } from '../index.ts'
import { battlesDue } from './due-battles.ts'

const NOW = '2026-03-02T12:00:00Z'
const ENDS_AT = '2026-03-02T20:00:00.000Z'
const before = (moment: string) => new Date(new Date(moment).getTime() - 1)

const breakable = new BreakableDb()
const test = openForAll(() => testApp({ wrapDb: breakable.wrap }))
beforeEach(async () => {
  await doDue(test.ctx)
  test.ctx.clock.set(NOW)
})

const dueAt = async (moment: string | Date) => {
  await runAt(test, moment)
}
const noticesOf = async (actor: Actor) => (await actor.call('GET /api/notifications')).map(({ title }) => title)
const steps = (id: string) => test.ctx.db.query('select step from battle_steps where battle_id = $1 order by id', [id])

describe('at its start', () => {
  it('a challenge nobody accepted expires, and the stake is returned [battles.state-expired]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const { id } = await challenge(ada, bo.id)
    await dueAt(before(STARTS_AT))
    expect(await readBattle(bo, id)).toMatchObject({ status: 'pending' })
    await dueAt(STARTS_AT)
    expect(await readBattle(bo, id)).toMatchObject({ status: 'expired' })
    expect(await apOf(ada)).toEqual({ total: 1_000, free: 1_000 })
    expect([(await noticesOf(ada))[0], (await noticesOf(bo))[0]]).toEqual([
      'Your challenge expired',
      'A challenge expired',
    ])
  })

  it('an accepted battle becomes active on time and once [battles.state-active] [battles.start-notifies]', async () => {
    const { ada, bo, id } = await acceptedBattle(test)
    await dueAt(before(STARTS_AT))
    expect(await readBattle(bo, id)).toMatchObject({ status: 'accepted' })
    await dueAt(STARTS_AT)
    await doDue(test.ctx)
    expect(await readBattle(bo, id)).toMatchObject({
      status: 'active',
      can: { gift: { reason: 'GIFT_BY_PARTICIPANT' } },
    })
    for (const who of [ada, bo])
      expect((await noticesOf(who)).filter((title) => title === 'Your battle is live')).toHaveLength(1)
    expect(await steps(id)).toEqual(['create', 'accept', 'start'].map((name) => ({ step: name })))
  })

  it('an unapproved cancellation request lapses, and the battle starts [battles.request-lapses]', async () => {
    const { ada, id } = await acceptedBattle(test)
    await step(ada, id, 'request-cancellation')
    await dueAt(STARTS_AT)
    expect(await readBattle(ada, id)).toMatchObject({ status: 'active', cancellationRequestedBy: null })
  })
})

describe('at its end', () => {
  it('more Steeze wins both stakes, and each side gets its gifts as earned Steeze [battles.state-completed] [battles.more-steeze-wins] [battles.gift-becomes-earned] [battles.end-notifies]', async () => {
    const { ada, bo, cy, id } = await liveBattle(test)
    const dee = await giver(test)
    await gift(cy, id, bo.id, 30)
    await gift(dee, id, ada.id, 20)
    await gift(dee, id, bo.id, 1)
    await dueAt(before(ENDS_AT))
    expect(await readBattle(cy, id)).toMatchObject({ status: 'active', winnerId: null })
    await dueAt(ENDS_AT)
    await doDue(test.ctx)
    expect(await readBattle(cy, id)).toMatchObject({
      status: 'completed',
      winnerId: bo.id,
      challengerVotes: 20,
      opponentVotes: 31,
    })
    expect([await apOf(ada), await apOf(bo)]).toEqual([
      { total: 750, free: 750 },
      { total: 1_250, free: 1_250 },
    ])
    expect([await steezeOf(ada), await steezeOf(bo)]).toEqual([
      { purchasedSteeze: 0, battleEarnedSteeze: 20 },
      { purchasedSteeze: 0, battleEarnedSteeze: 31 },
    ])
    const { username } = await bo.me()
    expect([(await noticesOf(ada))[0], (await noticesOf(bo))[0]]).toEqual([
      `${username} won your battle`,
      'You won your battle',
    ])
    for (const who of [cy, dee]) expect(await noticesOf(who)).toEqual([`${username} Wins!`])
  })

  it.each([0, 5])(
    'equal Steeze is a draw, and both stakes are returned: %s each [battles.tie-draw]',
    async (amount) => {
      const { ada, bo, cy, id } = await liveBattle(test)
      if (amount > 0) for (const side of [ada, bo]) await gift(cy, id, side.id, amount)
      await dueAt(ENDS_AT)
      expect(await readBattle(cy, id)).toMatchObject({ status: 'completed', winnerId: null })
      for (const who of [ada, bo]) {
        expect(await apOf(who)).toEqual({ total: 1_000, free: 1_000 })
        expect(await steezeOf(who)).toEqual({ purchasedSteeze: 0, battleEarnedSteeze: amount })
        expect((await noticesOf(who))[0]).toBe('Aura Draw - No Winner')
      }
    },
  )
})

describe('the job', () => {
  it('sleeps until the next start or end, and at most a second for those planned meanwhile', async () => {
    const work = battlesDue(test.ctx, { onError: () => {}, features: [] })
    const { id } = await acceptedBattle(test)
    test.ctx.clock.set(new Date(Date.parse(STARTS_AT) - 700))
    expect([await work.msUntilNextRun(), work.maxSleepMs]).toEqual([700, 1_000])
    test.ctx.clock.set(STARTS_AT)
    expect([await work.msUntilNextRun(), await work.runBatch()]).toEqual([0, true])
    expect(await work.msUntilNextRun()).toBe(Date.parse(ENDS_AT) - Date.parse(STARTS_AT))
    expect(await steps(id)).toContainEqual({ step: 'start' })
  })
})

describe('an interrupted settlement', () => {
  it.each([
    ['before anything of it is kept', false],
    ['after it was kept, before anybody heard so', true],
  ])('%s: it is paid exactly once [battles.end-crash-midway]', async (_, isKept) => {
    const { ada, bo, cy, id } = await liveBattle(test)
    await gift(cy, id, bo.id, 30)
    test.ctx.clock.set(ENDS_AT)
    breakable.failNextCommit(Object.assign(new Error('killed'), { code: '57P01' }), { isKept })
    await battlesDue(test.ctx, { onError: () => {}, features: [] }).runBatch()
    await doDue(test.ctx)
    await doDue(test.ctx)
    expect(await readBattle(cy, id)).toMatchObject({ status: 'completed', winnerId: bo.id })
    expect([await apOf(ada), await apOf(bo)]).toEqual([
      { total: 750, free: 750 },
      { total: 1_250, free: 1_250 },
    ])
    expect(await steezeOf(bo)).toEqual({ purchasedSteeze: 0, battleEarnedSteeze: 30 })
    expect((await noticesOf(bo)).filter((title) => title === 'You won your battle')).toHaveLength(1)
    expect((await steps(id)).filter(({ step: name }) => name === 'settle')).toHaveLength(1)
  })
})

describe('after downtime', () => {
  it('starts and ends are caught up in order, each once [battles.due-after-crash]', async () => {
    const { ada, bo, id } = await acceptedBattle(test)
    const late = await acceptedBattle(test, { battleDate: '2026-03-02T21:00:00Z' })
    await dueAt('2026-03-03T12:00:00Z')
    expect(await readBattle(ada, id)).toMatchObject({ status: 'completed', winnerId: null })
    const done = await test.ctx.db.query(
      `select battle_id as id, step from battle_steps where battle_id in ($1, $2) and actor_id is null order by battle_steps.id`,
      [id, late.id],
    )
    expect(done).toEqual([
      { id, step: 'start' },
      { id, step: 'settle' },
      { id: late.id, step: 'start' },
      { id: late.id, step: 'settle' },
    ])
    expect([await apOf(ada), await apOf(bo)]).toEqual(Array(2).fill({ total: 1_000, free: 1_000 }))
  })
})

describe('a battle whose transition fails', () => {
  it('blocks no other, and is reported', async () => {
    const [bad, good] = [await acceptedBattle(test), await acceptedBattle(test)]
    await test.ctx.db.query('update battles set challenger_hold = gen_random_uuid() where id = $1', [bad.id])
    await dueAt(STARTS_AT)
    test.ctx.clock.set(ENDS_AT)
    const errors: unknown[] = []
    const work = battlesDue(test.ctx, { onError: (error) => errors.push(error), features: [] })
    while (await work.runBatch());
    expect(errors).toHaveLength(1)
    expect(await readBattle(good.ada, good.id)).toMatchObject({ status: 'completed' })
    expect(await readBattle(bad.ada, bad.id)).toMatchObject({ status: 'active' })
    const [row] = await test.ctx.db.query<{ id: string }>(
      `select opens_hold as id from ledger_transfers where key = $1`,
      [`battle/${bad.id}/stake/challenger`],
    )
    await test.ctx.db.query('update battles set challenger_hold = $2 where id = $1', [bad.id, row?.id ?? ''])
    await doDue(test.ctx)
    expect(await readBattle(bad.ada, bad.id)).toMatchObject({ status: 'completed' })
  })
})

describe('an admin’s void', () => {
  const reason = 'The stream was fake.'
  const call = (id: string) => voidBattle(test.ctx, { battleId: id, reason, adminId: null })

  it('returns the stakes and each part of every gift [battles.state-cancelled-void] [battles.void-refunds-gift-parts]', async () => {
    const { ada, bo, cy, id } = await liveBattle(test, { purchased: 5, earned: 10 })
    const dee = await giver(test, { purchased: 9 })
    await gift(cy, id, ada.id, 8)
    await gift(cy, id, bo.id, 2)
    await gift(dee, id, bo.id, 9)
    await call(id)
    expect(await readBattle(cy, id)).toMatchObject({ status: 'cancelled', cancelReason: reason, winnerId: null })
    expect([await steezeOf(cy), await steezeOf(dee)]).toEqual([
      { purchasedSteeze: 5, battleEarnedSteeze: 10 },
      { purchasedSteeze: 9, battleEarnedSteeze: 0 },
    ])
    expect([await apOf(ada), await apOf(bo)]).toEqual(Array(2).fill({ total: 1_000, free: 1_000 }))
    for (const who of [ada, bo]) expect((await noticesOf(who))[0]).toBe('Battle called off')
    for (const who of [cy, dee]) expect(await noticesOf(who)).toEqual(['A battle you gifted in was called off'])
    await dueAt(ENDS_AT)
    expect(await readBattle(cy, id)).toMatchObject({ status: 'cancelled' })
  })

  it('applies only to an accepted or active battle [battles.check-void-state]', async () => {
    const { ada, bo, id } = await acceptedBattle(test)
    await step(ada, id, 'request-cancellation')
    await call(id)
    expect([await apOf(ada), await apOf(bo)]).toEqual(Array(2).fill({ total: 1_000, free: 1_000 }))
    const pending = await challenge(ada, bo.id)
    const live = await liveBattle(test)
    test.ctx.clock.set(ENDS_AT)
    const state = await databaseState(test.ctx.db)
    // The battle is over by the clock, though not settled yet.
    for (const other of [id, pending.id, live.id])
      await expect(call(other)).rejects.toMatchObject({ code: 'BATTLE_NOT_VOIDABLE' })
    await expect(call('f47ac10b-58cc-4372-a567-0e02b2c3d479')).rejects.toMatchObject({ code: 'BATTLE_NOT_FOUND' })
    expect(await databaseState(test.ctx.db)).toEqual(state)
  })
})
