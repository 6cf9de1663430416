import { beforeAll, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import {
  acceptedBattle,
  challenge,
  creator,
  readBattle,
  runAt,
  STARTS_AT,
  step,
} from '../../../../tests/server/actors/battles.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const hour = (hours: number) => `2026-03-02T${String(hours).padStart(2, '0')}:00:00.000Z`

describe('battles', () => {
  const test = openForAll(testApp)
  let ada: Actor & { id: string }
  let bo: Actor & { id: string }
  let cy: Actor & { id: string }
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    ada = await creator(test)
    bo = await creator(test)
    cy = await creator(test)
    const make = async (name: string, from: Actor, to: { id: string }, startsAt: string) => {
      ids[name] = (await challenge(from, to.id, { title: name, stakeAmount: 10, battleDate: startsAt })).id
    }
    await make('pending', ada, bo, hour(20))
    await make('accepted', ada, bo, hour(18))
    await make('asked', ada, bo, hour(19))
    await make('withdrawn', ada, bo, hour(17))
    await make('elsewhere', bo, cy, hour(16))
    await step(bo, ids.accepted ?? '', 'accept')
    await step(bo, ids.asked ?? '', 'accept')
    await step(ada, ids.asked ?? '', 'request-cancellation')
    await step(ada, ids.withdrawn ?? '', 'withdraw')
  })

  const titles = async (query: Record<string, string> = {}, who: Actor = ada) =>
    (await who.call('GET /api/battles', { query })).map(({ title }) => title)
  const mine = async (query: Record<string, string> = {}, who: Actor = ada) =>
    (await who.call('GET /api/battles/user', { query })).map(({ title }) => title)

  it('list the soonest first and past ones last', async () => {
    expect(await titles()).toEqual(['elsewhere', 'accepted', 'asked', 'pending', 'withdrawn'])
    expect(await titles({ view: 'live' })).toEqual([])
    expect(await titles({ view: 'completed' })).toEqual([])
  })

  it('are upcoming while pending, accepted or with a cancellation request [battles.tab-upcoming] [battles.tab-cancellation-requested]', async () => {
    expect(await titles({ view: 'upcoming' })).toEqual(['elsewhere', 'accepted', 'asked', 'pending'])
  })

  it('are paged without gap or repetition', async () => {
    const [first, second, third] = await ada.call('GET /api/battles', { query: { limit: '3' } })
    expect([first?.title, second?.title, third?.title]).toEqual(['elsewhere', 'accepted', 'asked'])
    expect(await titles({ after: third?.id ?? '', limit: '3' })).toEqual(['pending', 'withdrawn'])
    expect(await titles({ after: ids.withdrawn ?? '' })).toEqual([])
  })

  it('of one user include every status, those awaiting a response first [battles.tab-mine]', async () => {
    expect(await mine()).toEqual(['accepted', 'asked', 'pending', 'withdrawn'])
    expect(await mine({}, bo)).toEqual(['asked', 'pending', 'elsewhere', 'accepted', 'withdrawn'])
    expect(await mine({}, cy)).toEqual(['elsewhere'])
    expect(await mine({ limit: '2', after: ids.asked ?? '' })).toEqual(['pending', 'withdrawn'])
  })

  it('of one user can be filtered by status [battles.status-filter]', async () => {
    expect(await mine({ status: 'accepted' })).toEqual(['accepted', 'asked'])
    expect(await mine({ status: 'withdrawn' })).toEqual(['withdrawn'])
    expect(await mine({ status: 'expired' })).toEqual([])
  })

  it('are counted [battles.text-stats] [battles.tab-counts] [battles.mine-counters]', async () => {
    const all = { total: 5, live: 0, upcoming: 4, completed: 0 }
    expect(await new Actor(test).call('GET /api/battles/counts')).toEqual({ ...all, mine: null })
    expect(await ada.call('GET /api/battles/counts')).toEqual({
      ...all,
      mine: {
        total: 4,
        pending: 1,
        accepted: 2,
        active: 0,
        completed: 0,
        withdrawn: 1,
        cancelled: 0,
        rejected: 0,
        expired: 0,
      },
    })
  })

  it('are public, and show each viewer their own permissions [access.visitor-battle]', async () => {
    const id = ids.pending ?? ''
    expect((await readBattle(bo, id)).can.accept).toEqual({ allowed: true })
    expect((await readBattle(ada, id)).can.withdraw).toEqual({ allowed: true })
    expect((await readBattle(cy, id)).can.accept).toEqual({ allowed: false, reason: 'BATTLE_OPPONENT_ONLY' })
    const seen = await readBattle(new Actor(test), id)
    expect(Object.values(seen.can).some(({ allowed }) => allowed)).toBe(false)
    expect(seen).toMatchObject({ status: 'pending', challengerId: ada.id })
    const gone = await new Actor(test).send('GET', '/api/battles/f47ac10b-58cc-4372-a567-0e02b2c3d479')
    expect(gone).toMatchObject({
      ...refusal(404, 'BATTLE_NOT_FOUND'),
      body: { message: "The battle you're looking for doesn't exist." },
    })
  })

  it('treat an ended session as a visitor', async () => {
    const dee = await newcomer(test)
    const cookies = new Map(dee.cookies)
    await dee.call('POST /api/auth/logout')
    for (const [name, value] of cookies) dee.cookies.set(name, value)
    expect((await readBattle(dee, ids.pending ?? '')).can.gift.reason).toBe('GIFT_SIGN_IN_REQUIRED')
  })
})

describe('a started battle', () => {
  const test = openForAll(testApp)

  it('is live until its end, when voting closes, and then completed [battles.tab-live] [battles.tab-completed] [battles.voting-ends-with-battle]', async () => {
    const { ada, id } = await acceptedBattle(test)
    const other = await acceptedBattle(test, { battleDate: '2026-03-04T12:00:00Z' })
    const idsOf = async (view: string) =>
      (await ada.call('GET /api/battles', { query: { view } })).map((battle) => battle.id)
    const { endsAt } = await readBattle(ada, id)
    for (const [at, live, completed] of [
      [STARTS_AT, [id], []],
      [endsAt, [], [id]],
    ] as const) {
      await runAt(test, at)
      expect([await idsOf('live'), await idsOf('completed'), await idsOf('upcoming')]).toEqual([
        live,
        completed,
        [other.id],
      ])
      expect(await readBattle(ada, id)).toMatchObject({ endsAt: '2026-03-02T20:00:00.000Z', votingEndsAt: endsAt })
    }
  })
})

describe('the spotlight', () => {
  it('is on the live battle that ends first, else on the last result, and the same for everybody', async () => {
    const test = await testApp()
    const visitor = new Actor(test)
    const spotlight = async () => {
      test.ctx.clock.advance({ ms: test.ctx.limits.publicCacheMs })
      return (await visitor.call('GET /api/spotlight')).battle
    }
    expect(await spotlight()).toBeNull()
    const [ada, bo] = [await creator(test), await creator(test)]
    const make = async (title: string, startsAt: string) => {
      const { id } = await challenge(ada, bo.id, { title, stakeAmount: 10, battleDate: startsAt })
      await step(bo, id, 'accept')
      return id
    }
    const first = await make('first', hour(16))
    const second = await make('second', hour(17))
    expect(await spotlight()).toBeNull()
    await runAt(test, hour(18))
    const seen = await spotlight()
    expect(seen).toMatchObject({ id: first, status: 'active', topGifters: { challenger: [], opponent: [] } })
    expect(seen?.can.gift.allowed).toBe(false)
    await ada.signIn()
    expect((await ada.call('GET /api/spotlight')).battle).toEqual(seen)
    await runAt(test, hour(20))
    expect(await spotlight()).toMatchObject({ id: second, status: 'active' })
    await runAt(test, hour(22))
    expect(await spotlight()).toMatchObject({ id: second, status: 'completed', winnerId: null })
    await test.close()
  })
})
