import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../../tests/server/actors/actors.ts'
import {
  acceptedBattle,
  challenge,
  creator,
  doDue,
  STARTS_AT,
  step,
} from '../../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openStream } from '../../../../../tests/server/live-stream.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { voidBattle } from '../index.ts'

const test = openForAll(testApp)
beforeEach(async () => {
  await doDue(test.ctx)
  test.ctx.clock.set('2026-03-02T12:00:00Z')
})

type Method = 'GET' | 'PUT' | 'DELETE'
const remind = (actor: Actor, id: string, method: Method = 'PUT') =>
  actor.send<{ isSet: boolean }>(method, `/api/battles/${id}/reminder`)
const isSet = async (actor: Actor, id: string) => (await remind(actor, id, 'GET')).body.isSet
const startOf = (moment: string) => {
  test.ctx.clock.set(moment)
  return doDue(test.ctx)
}
const remindersOf = async (actor: Actor, battleId: string) =>
  (await actor.call('GET /api/notifications'))
    .filter(({ relatedId }) => relatedId === battleId)
    .map(({ title }) => title)
const somebody = () => creator(test, 0)
const rows = () => test.ctx.db.query('select 1 from battle_reminders')

describe('a reminder', () => {
  it('is set and removed per user', async () => {
    const { id } = await acceptedBattle(test)
    const [cy, dee] = [await somebody(), await somebody()]
    expect(await remind(cy, id, 'GET')).toMatchObject({ status: 200, body: { isSet: false } })
    expect(await remind(cy, id)).toMatchObject({ status: 200, body: { isSet: true } })
    expect(await remind(cy, id)).toMatchObject({ status: 200, body: { isSet: true } })
    await remind(dee, id)
    expect(await remind(dee, id, 'DELETE')).toMatchObject({ status: 200, body: { isSet: false } })
    expect(await remind(dee, id, 'DELETE')).toMatchObject({ status: 200, body: { isSet: false } })
    expect([await isSet(cy, id), await isSet(dee, id)]).toEqual([true, false])
    await startOf(STARTS_AT)
    expect(await remindersOf(dee, id)).toEqual([])
  })

  it('announces the start once, for this battle only, and is deleted [battles.reminder]', async () => {
    const { ada, bo, id } = await acceptedBattle(test, { title: 'Rug or real' })
    const other = await acceptedBattle(test)
    const [cy, dee] = [await somebody(), await somebody()]
    await remind(cy, id)
    await remind(dee, other.id)
    const stream = await openStream(test, cy, 'user')
    await stream.next()
    await startOf(STARTS_AT)
    const [reminder] = await cy.call('GET /api/notifications')
    expect(reminder).toMatchObject({ type: 'other', path: `/battles/${id}` })
    const names = [(await ada.me()).username, (await bo.me()).username]
    expect((await stream.next()).state?.['/api/notifications']).toMatchObject([
      {
        title: `${names[0]} against ${names[1]} is live`,
        message: 'Rug or real has begun.',
        relatedId: id,
        isRead: false,
      },
    ])
    stream.close()
    await doDue(test.ctx)
    await startOf('2026-03-02T20:00:00Z')
    expect(await remindersOf(cy, id)).toHaveLength(1)
    expect(await remindersOf(cy, other.id)).toEqual([])
    expect(await remindersOf(dee, other.id)).toHaveLength(1)
    expect(await isSet(cy, id)).toBe(false)
    expect(await rows()).toEqual([])
  })

  it('announces a start that was due during downtime', async () => {
    const { id } = await acceptedBattle(test)
    const cy = await somebody()
    await remind(cy, id)
    await startOf('2026-03-05T00:00:00Z')
    expect(await remindersOf(cy, id)).toHaveLength(1)
  })

  it('set while a challenge is pending survives its acceptance', async () => {
    const [ada, bo, cy] = [await creator(test), await creator(test), await somebody()]
    const { id } = await challenge(ada, bo.id)
    await remind(cy, id)
    await step(bo, id, 'accept')
    await step(ada, id, 'request-cancellation')
    expect(await remindersOf(cy, id)).toEqual([])
    await startOf(STARTS_AT)
    expect(await remindersOf(cy, id)).toHaveLength(1)
  })

  it.each<[string, (battle: { ada: Actor; bo: Actor; id: string }) => Promise<unknown>, boolean]>([
    ['is withdrawn', ({ ada, id }) => step(ada, id, 'withdraw'), false],
    ['is called off', ({ id }) => voidBattle(test.ctx, { battleId: id, reason: 'Bots.', adminId: null }), true],
  ])('announces once that a battle %s', async (_, end, isAccepted) => {
    const [ada, bo, cy] = [await creator(test), await creator(test), await somebody()]
    const { id } = await challenge(ada, bo.id)
    if (isAccepted) await step(bo, id, 'accept')
    await remind(cy, id)
    await end({ ada, bo, id })
    expect(await remindersOf(cy, id)).toEqual(['A battle you follow was called off'])
    await startOf(STARTS_AT)
    expect(await remindersOf(cy, id)).toHaveLength(1)
    expect(await rows()).toEqual([])
  })

  it('is refused to participants, and for unknown or non-upcoming battles', async () => {
    const { ada, bo, id } = await acceptedBattle(test)
    const cy = await somebody()
    const before = await databaseState(test.ctx.db, { except: ['sessions'] })
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(await remind(cy, randomUUID(), method)).toMatchObject(refusal(404, 'BATTLE_NOT_FOUND'))
    for (const own of [ada, bo]) expect(await remind(own, id)).toMatchObject(refusal(409, 'BATTLE_REMINDER_OWN'))
    expect(await databaseState(test.ctx.db, { except: ['sessions'] })).toEqual(before)
    await startOf(STARTS_AT)
    expect(await remind(cy, id)).toMatchObject(refusal(409, 'BATTLE_NOT_UPCOMING'))
    expect(await rows()).toEqual([])
  })
})
