import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { challenge, creator, form, readBattle, step } from '../../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'

const NOW = '2026-03-02T12:00:00Z'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set(NOW))

describe('limits per user', () => {
  it('accepted or live battles [battles.const-open-limit]', async () => {
    const [ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
    const pending = []
    for (let count = 0; count < 4; count++) pending.push(await challenge(ada, bo.id, { stakeAmount: 10 }))
    const fromCy = await challenge(cy, ada.id, { stakeAmount: 10 })
    const toCy = await challenge(ada, cy.id, { stakeAmount: 10 })
    for (const { id } of pending.slice(0, 3)) expect(await step(bo, id, 'accept')).toMatchObject({ status: 200 })
    expect(await step(bo, pending[3]?.id ?? '', 'accept')).toMatchObject(refusal(409, 'BATTLE_TOO_MANY_OPEN'))
    expect((await readBattle(bo, pending[3]?.id ?? '')).can.accept).toEqual({
      allowed: false,
      reason: 'BATTLE_TOO_MANY_OPEN',
    })
    expect(await step(ada, fromCy.id, 'accept')).toMatchObject(refusal(409, 'BATTLE_TOO_MANY_OPEN'))
    expect(await step(cy, toCy.id, 'accept')).toMatchObject(refusal(409, 'BATTLE_CHALLENGER_TOO_MANY_OPEN'))
    expect(await ada.send('POST', '/api/battles', form(cy.id))).toMatchObject(refusal(409, 'BATTLE_TOO_MANY_OPEN'))
    await step(bo, pending[0]?.id ?? '', 'request-cancellation')
    expect(await ada.send('POST', '/api/battles', form(cy.id))).toMatchObject(refusal(409, 'BATTLE_TOO_MANY_OPEN'))
    await step(ada, pending[0]?.id ?? '', 'approve-cancellation')
    expect(await challenge(ada, cy.id)).toMatchObject({ status: 'pending' })
  })
})

describe('repeatedly sent and withdrawn challenges', () => {
  const LIMITS = { challengesPerDay: 5, challengesPerPairDay: 2 }
  let limited: TestApp
  beforeAll(async () => {
    limited = await testApp({ limits: LIMITS })
    limited.ctx.clock.set(NOW)
  })
  afterAll(() => limited.close())

  it('are limited per day, per opponent and in total, with the time of the next allowed one', async () => {
    const [ada, bo] = [await creator(limited), await creator(limited)]
    const [cy, dee] = [await creator(limited), await creator(limited)]
    const send = (opponentId: string) =>
      ada.send<Record<string, unknown>>(
        'POST',
        '/api/battles',
        form(opponentId, { battleDate: '2026-03-06T16:00:00Z' }),
      )
    const nag = async (opponentId: string) => {
      const reply = await send(opponentId)
      expect(reply.status).toBe(200)
      expect((await step(ada, String(reply.body.id), 'withdraw')).status).toBe(200)
      limited.ctx.clock.advance({ hours: 1 })
    }
    await nag(bo.id)
    await nag(bo.id)
    const ignored = { except: ['idempotent_answers', 'sessions'] }
    const before = await databaseState(limited.ctx.db, ignored)
    expect(await send(bo.id)).toMatchObject({
      status: 429,
      body: {
        code: 'BATTLE_TOO_MANY_TO_THEM',
        message: 'You have sent this creator too many challenges today. You can send the next one in 22 h.',
        data: { retryAt: '2026-03-03T12:00:00.000Z' },
      },
    })
    expect(await databaseState(limited.ctx.db, ignored)).toEqual(before)
    for (const { id } of [cy, cy, dee]) await nag(id)
    expect(await send(dee.id)).toMatchObject({
      status: 429,
      body: { code: 'BATTLE_TOO_MANY_TODAY', message: expect.stringContaining('in 19 h.') },
    })
    expect((await challenge(dee, ada.id, { battleDate: '2026-03-06T16:00:00Z' })).status).toBe('pending')
    limited.ctx.clock.set('2026-03-03T11:59:00Z')
    expect(await send(cy.id)).toMatchObject({ status: 429, body: { message: expect.stringContaining('in 1 min.') } })
    limited.ctx.clock.set('2026-03-03T12:00:00Z')
    expect((await send(bo.id)).status).toBe(200)
  })
})
