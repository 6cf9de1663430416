import { randomUUID } from 'node:crypto'
import { FOLLOW_RULES } from '@aura/api/rules/follows'
import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../../tests/server/actors/actors.ts'
import { challenge, creator, liveBattle, runAt, STARTS_AT, step } from '../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

type Person = Actor & { id: string }

const test = openForEach(testApp)
let ada: Person
let bo: Person
let cy: Person
beforeEach(async () => {
  ;[ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
})

const mute = (actor: Actor, id: string) => actor.send('PUT', `/api/mutes/${id}`)
const muted = async (actor: Actor) => (await actor.call('GET /api/mutes')).people.map(({ id }) => id)
const relation = (actor: Actor, id: string) => actor.call('GET /api/users/:id/relation', { params: { id } })
const titles = async (actor: Actor) => (await actor.call('GET /api/notifications')).map(({ title }) => title)

it('muting lists the muted for the muter alone, until undone [profile.mute]', async () => {
  await mute(ada, cy.id)
  for (const _ of [1, 2]) expect(await mute(ada, bo.id)).toMatchObject({ status: 200 })
  expect(await muted(ada)).toEqual([bo.id, cy.id])
  expect(await muted(bo)).toEqual([])
  expect([(await relation(ada, bo.id)).isMuted, (await relation(bo, ada.id)).isMuted]).toEqual([true, false])
  await ada.call('DELETE /api/mutes/:id', { params: { id: bo.id } })
  expect(await muted(ada)).toEqual([cy.id])
  expect((await ada.call('GET /api/user/export')).data).toMatchObject({ mutes: [{ muted_id: cy.id }] })
  expect((await cy.call('GET /api/user/export')).data).toMatchObject({ mutes: [] })
})

it('muting refuses oneself and unknown people, and changes nothing', async () => {
  await mute(ada, bo.id)
  const before = await databaseState(test.ctx.db)
  expect(await mute(ada, ada.id)).toMatchObject(refusal(409, 'MUTE_ONESELF'))
  expect(await mute(ada, randomUUID())).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
  expect(await databaseState(test.ctx.db)).toEqual(before)
})

it('muting ends at a number of people', async () => {
  await test.ctx.db.query(
    `with many as (insert into users (id, username, created_at)
       select gen_random_uuid(), 'many_' || n, '2026-03-01' from generate_series(1, $2) n returning id)
     insert into mutes (muter_id, muted_id, muted_at) select $1, id, '2026-03-01' from many`,
    [ada.id, FOLLOW_RULES.muted],
  )
  expect(await mute(ada, bo.id)).toMatchObject(refusal(409, 'MUTES_USED_UP'))
})

it('what the muted do is hidden from the muter alone: comments, news and notifications [profile.mute]', async () => {
  const battle = await liveBattle(test)
  await bo.call('POST /api/battles/:id/comments', { params: { id: battle.id }, body: { text: 'Look at me' } })
  const lane = async (who: Actor) => {
    const { lane } = await who.call('GET /api/battles/:id/comments/own', { params: { id: battle.id } })
    return lane?.map(({ text }) => text) ?? 'everybody’s'
  }
  for (const person of [ada, cy]) await person.call('PUT /api/follows/:id', { params: { id: bo.id } })
  await mute(ada, bo.id)
  expect([await lane(ada), await lane(cy), await lane(bo)]).toEqual([[], 'everybody’s', 'everybody’s'])

  test.ctx.clock.set('2026-03-02T12:00:00Z')
  const { id } = await challenge(bo, battle.bo.id, { stakeAmount: 10 })
  await step(battle.bo, id, 'accept')
  await runAt(test, STARTS_AT)
  const feed = async (who: Actor) => {
    const { isFollowing, events } = await who.call('GET /api/feed')
    return [isFollowing, events.filter(({ kind }) => kind === 'battle_live').length]
  }
  expect([await feed(ada), await feed(cy)]).toEqual([
    [true, 0],
    [true, 1],
  ])
  expect(await titles(ada)).toEqual([])
  expect(await titles(cy)).toMatchObject([expect.stringContaining('is live')])

  // They may still challenge, but the challenge is not announced.
  expect(await bo.send('POST', '/api/battles', { opponentId: ada.id, stakeAmount: 5, duration: 0.25 })).toMatchObject({
    status: 200,
  })
  expect(await titles(ada)).toEqual([])
})
