import { BATTLE_RULES } from '@aura/api/rules/battles'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../../tests/server/actors/actors.ts'
import {
  acceptedBattle,
  apOf,
  type BattleDetail,
  challenge,
  creator,
  readBattle,
  runAt,
  STARTS_AT,
  step,
} from '../../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../../tests/server/actors/inviting.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const EXCEPT = { except: ['idempotent_answers'] }

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const ask = (who: Actor, id: string, headers: Record<string, string> = {}) =>
  who.send<BattleDetail>('POST', `/api/battles/${id}/rematch`, undefined, headers)

const newest = async (who: Actor) => (await who.call('GET /api/notifications'))[0]

/** Returns a draw of 250 AP each that ended at 20:00. */
async function decidedBattle() {
  test.ctx.clock.set('2026-03-02T12:00:00Z')
  const battle = await acceptedBattle(test, { title: 'Once more', description: 'Two pans.', softClose: true })
  for (const moment of [STARTS_AT, '2026-03-02T20:00:00Z']) await runAt(test, moment)
  return battle
}

describe('a rematch', () => {
  it('asks the other one for the same again, and starts 10 minutes after it is accepted [battles.rematch] [battles.rematch-notifies]', async () => {
    const [{ ada, bo, id }, other] = [await decidedBattle(), await decidedBattle()]
    const untouched = await readBattle(ada, other.id)
    test.changedTopics()
    const asked = await ask(bo, id)
    expect(asked).toMatchObject({
      status: 200,
      body: {
        rematchOf: id,
        title: 'Once more',
        description: 'Two pans.',
        status: 'pending',
        challengerId: bo.id,
        opponentId: ada.id,
        challengerStake: 250,
        duration: 4,
        softClose: true,
        battleStartsAt: '2026-03-02T21:00:00.000Z',
      },
    })
    const rematch = asked.body.id
    expect(test.changedTopics()).toContain(`user:${ada.id}`)
    expect([await apOf(ada), await apOf(bo)]).toEqual([
      { total: 1_000, free: 1_000 },
      { total: 1_000, free: 750 },
    ])
    const name = (await bo.me()).username
    expect(await newest(ada)).toMatchObject({
      type: 'battle_challenge',
      title: `${name} wants a rematch`,
      message:
        'Once more: 250 AP from each of you. Starts 10 minutes after you accept. A late lead moves the end to 60 s after it, up to three times.',
      relatedId: rematch,
    })

    await runAt(test, '2026-03-02T20:59:59Z')
    expect(await step(ada, rematch, 'accept')).toMatchObject({
      status: 200,
      body: { status: 'accepted', battleStartsAt: '2026-03-02T21:09:59.000Z', endsAt: '2026-03-03T01:09:59.000Z' },
    })
    expect(await newest(bo)).toMatchObject({ type: 'battle_accepted', message: 'Once more starts in 10 minutes.' })
    await runAt(test, '2026-03-02T21:09:58Z')
    expect((await readBattle(bo, rematch)).status).toBe('accepted')
    await runAt(test, '2026-03-02T21:09:59Z')
    expect((await readBattle(bo, rematch)).status).toBe('active')
    expect({ ...(await readBattle(ada, other.id)), serverTime: '' }).toEqual({ ...untouched, serverTime: '' })
    expect(await readBattle(ada, id)).toMatchObject({ status: 'completed', rematchOf: null })
  })

  it('expires after an hour without an answer, and can be asked for again', async () => {
    const { ada, bo, id } = await decidedBattle()
    const first = (await ask(ada, id)).body.id
    await runAt(test, '2026-03-02T21:00:00Z')
    expect((await readBattle(bo, first)).status).toBe('expired')
    expect(await apOf(ada)).toEqual({ total: 1_000, free: 1_000 })
    const second = await ask(bo, id)
    expect(second).toMatchObject({ status: 200, body: { status: 'pending', rematchOf: id } })
    expect(second.body.id).not.toBe(first)
  })

  it('loses its words with the account of whoever wrote them, and keeps the other’s [settings.delete-rematch-words]', async () => {
    const { ada, bo, id } = await decidedBattle()
    const first = (await ask(bo, id)).body.id
    await runAt(test, '2026-03-02T21:00:00Z')
    const own = await challenge(bo, ada.id, { title: 'By Bo', battleDate: '2026-03-03T12:00:00.000Z' })
    await deleteAccount(ada)
    const words = async (battleId: string) => {
      const { title, description } = await readBattle(bo, battleId)
      return [title, description]
    }
    for (const erased of [id, first]) expect(await words(erased)).toEqual([null, BATTLE_RULES.defaultDescription])
    expect((await words(own.id))[0]).toBe('By Bo')
  })

  it('is created once under one key, also after it was answered', async () => {
    const { ada, bo, id } = await decidedBattle()
    const headers = { 'idempotency-key': 'one-rematch' }
    const first = (await ask(ada, id, headers)).body.id
    await step(bo, first, 'reject')
    await test.ctx.db.query('delete from idempotent_answers')
    expect(await ask(ada, id, headers)).toMatchObject({ status: 200, body: { id: first, status: 'rejected' } })
  })

  it('of a sprint is as long as the sprint, and starts 30 seconds after it is accepted [battles.rematch-starts]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const { id } = await challenge(ada, bo.id, {
      duration: BATTLE_RULES.sprintHours[0],
      battleDate: null,
      title: 'Quick',
    })
    await step(bo, id, 'accept')
    for (const moment of ['2026-03-02T12:05:00Z', '2026-03-02T12:10:00Z']) await runAt(test, moment)
    const rematch = (await ask(ada, id)).body
    expect(rematch.duration).toBe(5 / 60)
    expect((await newest(bo))?.message).toMatch(/^Quick: 250 AP from each of you. Starts 30 seconds after you accept./)
    test.ctx.clock.set('2026-03-02T12:10:10.250Z')
    expect((await step(bo, rematch.id, 'accept')).body).toMatchObject({
      battleStartsAt: '2026-03-02T12:10:40.250Z',
      endsAt: '2026-03-02T12:15:40.250Z',
    })
    expect(await newest(ada)).toMatchObject({ type: 'battle_accepted', message: 'Quick starts in 30 seconds.' })
  })
})

describe('a rematch is refused', () => {
  it('to outsiders, for unknown battles and undecided ones [battles.check-rematch]', async () => {
    const decided = await decidedBattle()
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    const { ada, bo, id } = await acceptedBattle(test)
    const unknown = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
    const before = await databaseState(test.ctx.db, EXCEPT)
    expect(await ask(ada, decided.id)).toMatchObject(refusal(403, 'BATTLE_PARTICIPANTS_ONLY'))
    expect(await ask(ada, unknown)).toMatchObject(refusal(404, 'BATTLE_NOT_FOUND'))
    expect(await ask(bo, id)).toMatchObject(refusal(409, 'BATTLE_NO_REMATCH'))
    expect(await databaseState(test.ctx.db, EXCEPT)).toEqual(before)
    expect((await readBattle(ada, decided.id)).can.rematch).toEqual({
      allowed: false,
      reason: 'BATTLE_PARTICIPANTS_ONLY',
    })
    expect((await readBattle(decided.ada, decided.id)).can.rematch).toEqual({ allowed: true })
  })

  it('by the database when there is an open one', async () => {
    const { ada, id } = await decidedBattle()
    await ask(ada, id)
    const twin = `insert into battles (id, challenger_id, opponent_id, description, status, stake, starts_at, ends_at,
                                       created_at, due_at, challenger_hold, opponent_hold, gift_head, rematch_of)
                  select gen_random_uuid(), challenger_id, opponent_id, description, status, stake, starts_at, ends_at,
                         created_at, due_at, gen_random_uuid(), gen_random_uuid(), gift_head, rematch_of
                  from battles where rematch_of = $1`
    await expect(test.ctx.db.query(twin, [id])).rejects.toThrow(/battles_open_rematch/)
  })
})
