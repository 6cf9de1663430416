import { randomUUID } from 'node:crypto'
import { FOLLOW_RULES } from '@aura/api/rules/follows'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../tests/server/actors/actors.ts'
import { challenge, creator, form } from '../../../../tests/server/actors/battles.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { insertNotifications } from '../notifications/index.ts'

type Person = Actor & { id: string }

const test = openForEach(testApp)
let ada: Person
let bo: Person
let cy: Person
beforeEach(async () => {
  ;[ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
})

const block = (actor: Actor, id: string) => actor.send('PUT', `/api/blocks/${id}`)
const unblock = (actor: Actor, id: string) => actor.send('DELETE', `/api/blocks/${id}`)
const blocked = async (actor: Actor) => (await actor.call('GET /api/blocks')).people.map(({ id }) => id)
const isBlocked = async (actor: Actor, id: string) =>
  (await actor.call('GET /api/users/:id/relation', { params: { id } })).isBlocked
const challenged = (actor: Actor, id: string) => actor.send('POST', '/api/battles', form(id))
const amount = (actor: Actor, from: string, to: string) => actor.send('GET', `/api/vouch/amount/${from}/${to}`)

describe('blocking', () => {
  it('lists the blocked for the blocker alone, until they are unblocked', async () => {
    await block(ada, cy.id)
    for (const _ of [1, 2]) expect(await block(ada, bo.id)).toMatchObject({ status: 200 })
    expect(await blocked(ada)).toEqual([bo.id, cy.id])
    expect(await blocked(bo)).toEqual([])
    expect([await isBlocked(ada, bo.id), await isBlocked(bo, ada.id)]).toEqual([true, false])
    for (const _ of [1, 2]) expect(await unblock(ada, bo.id)).toMatchObject({ status: 200 })
    expect(await blocked(ada)).toEqual([cy.id])
    expect([await isBlocked(ada, bo.id), await isBlocked(ada, cy.id)]).toEqual([false, true])
  })

  it('refuses oneself and unknown people, and changes nothing', async () => {
    await block(ada, bo.id)
    expect(await block(ada, ada.id)).toMatchObject(refusal(409, 'BLOCK_ONESELF'))
    expect(await block(ada, randomUUID())).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
    expect(await blocked(ada)).toEqual([bo.id])
  })

  it('ends at a number of people', async () => {
    await test.ctx.db.query(
      `insert into users (id, username, created_at)
       select gen_random_uuid(), 'many_' || n, '2026-03-01' from generate_series(1, $1) n`,
      [FOLLOW_RULES.blocked],
    )
    await test.ctx.db.query(
      `insert into learners (user_id, time_zone) select id, 'UTC' from users where username like 'many\\_%'`,
    )
    await test.ctx.db.query(
      `insert into blocks (blocker_id, blocked_id, blocked_at)
       select $1, id, '2026-03-01' from users where username like 'many\\_%'`,
      [ada.id],
    )
    expect(await block(ada, bo.id)).toMatchObject(refusal(409, 'BLOCKS_USED_UP'))
    const [first] = (await ada.call('GET /api/blocks')).people
    expect(await block(ada, first?.id ?? '')).toMatchObject({ status: 200 })
  })
})

describe('between two people of whom one blocked the other', () => {
  it('there are no challenges, and only the blocker is told why [profile.block-challenges]', async () => {
    const { id: open } = await challenge(bo, ada.id, { stakeAmount: 10 })
    await block(ada, bo.id)
    expect(await challenged(bo, ada.id)).toMatchObject(refusal(409, 'BATTLE_CREATOR_UNAVAILABLE'))
    expect(await challenged(ada, bo.id)).toMatchObject(refusal(409, 'PERSON_BLOCKED'))
    expect(await ada.send('POST', `/api/battles/${open}/accept`)).toMatchObject(refusal(409, 'PERSON_BLOCKED'))
    expect(await challenged(cy, ada.id)).toMatchObject({ status: 200 })
    await unblock(ada, bo.id)
    expect(await challenged(bo, ada.id)).toMatchObject({ status: 200 })
  })

  it('there are no vouches, and others learn nothing [profile.block-vouches]', async () => {
    await block(ada, bo.id)
    expect(await amount(bo, bo.id, ada.id)).toMatchObject(refusal(409, 'PERSON_UNAVAILABLE'))
    expect(await amount(ada, ada.id, bo.id)).toMatchObject(refusal(409, 'PERSON_BLOCKED'))
    expect(await amount(cy, bo.id, ada.id)).toMatchObject({ status: 200 })
    expect(await amount(cy, cy.id, ada.id)).toMatchObject({ status: 200 })
  })

  it('neither is notified of the other [profile.block-notifications]', async () => {
    await block(ada, bo.id)
    const about = (to: Person, actor: Person | null) => ({
      userId: to.id,
      type: 'battle_update' as const,
      title: 'It happened',
      message: 'Now.',
      relatedId: null,
      key: actor?.id ?? 'server',
      actorId: actor?.id ?? null,
    })
    const list = [about(ada, bo), about(bo, ada), about(ada, cy), about(cy, bo), about(ada, null)]
    await test.ctx.db.tx((tx) => insertNotifications(tx, test.ctx.clock, list))
    const actors = async (actor: Actor) =>
      (await actor.call('GET /api/notifications')).map((each) => each.actor?.id ?? null)
    expect(await actors(ada)).toEqual([null, cy.id])
    expect(await actors(bo)).toEqual([])
    expect(await actors(cy)).toEqual([bo.id])
  })
})
