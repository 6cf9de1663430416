import { randomUUID } from 'node:crypto'
import { FOLLOW_RULES } from '@aura/api/rules/follows'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../tests/server/actors/actors.ts'
import {
  challenge,
  creator,
  form,
  liveBattle,
  runAt,
  STARTS_AT,
  step,
} from '../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
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
const challenged = (actor: Actor, id: string) => actor.send('POST', '/api/battles', form(id))
const amount = (actor: Actor, from: string, to: string) => actor.send('GET', `/api/vouch/amount/${from}/${to}`)

describe.each([
  [
    'blocks',
    'isBlocked',
    ['BLOCK_ONESELF', 'BLOCKS_USED_UP'],
    FOLLOW_RULES.blocked,
    'blocker_id, blocked_id, blocked_at',
  ],
  ['mutes', 'isMuted', ['MUTE_ONESELF', 'MUTES_USED_UP'], FOLLOW_RULES.muted, 'muter_id, muted_id, muted_at'],
] as const)('%s', (what, field, [oneself, usedUp], most, columns) => {
  const put = (actor: Actor, id: string) => actor.send('PUT', `/api/${what}/${id}`)
  const remove = (actor: Actor, id: string) => actor.send('DELETE', `/api/${what}/${id}`)
  const listed = async (actor: Actor) => (await actor.call(`GET /api/${what}`)).people.map(({ id }) => id)
  const isSo = async (actor: Actor, id: string) =>
    (await actor.call('GET /api/users/:id/relation', { params: { id } }))[field]

  it('are listed for their owner alone, newest first, until they are undone', async () => {
    await put(ada, cy.id)
    for (const _ of [1, 2]) expect(await put(ada, bo.id)).toMatchObject({ status: 200 })
    expect(await listed(ada)).toEqual([bo.id, cy.id])
    expect(await listed(bo)).toEqual([])
    expect([await isSo(ada, bo.id), await isSo(bo, ada.id)]).toEqual([true, false])
    for (const _ of [1, 2]) expect(await remove(ada, bo.id)).toMatchObject({ status: 200 })
    expect(await listed(ada)).toEqual([cy.id])
    expect([await isSo(ada, bo.id), await isSo(ada, cy.id)]).toEqual([false, true])
  })

  it('are refused of oneself and unknown people, and change nothing', async () => {
    await put(ada, bo.id)
    const before = await databaseState(test.ctx.db)
    expect(await put(ada, ada.id)).toMatchObject(refusal(409, oneself))
    expect(await put(ada, randomUUID())).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it('end at a number of people, and may be repeated then', async () => {
    await test.ctx.db.query(
      `with many as (insert into users (id, username, created_at)
         select gen_random_uuid(), 'many_' || n, '2026-03-01' from generate_series(1, $2) n returning id),
       learning as (insert into learners (user_id, time_zone) select id, 'UTC' from many)
       insert into ${what} (${columns}) select $1, id, '2026-03-01' from many`,
      [ada.id, most],
    )
    expect(await put(ada, bo.id)).toMatchObject(refusal(409, usedUp))
    const [first] = await listed(ada)
    expect(await put(ada, first ?? '')).toMatchObject({ status: 200 })
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

it('what the muted do is hidden from the muter alone: comments, news and notifications [profile.mute]', async () => {
  const battle = await liveBattle(test)
  await bo.call('POST /api/battles/:id/comments', { params: { id: battle.id }, body: { text: 'Look at me' } })
  const lane = async (who: Actor) => {
    const { lane } = await who.call('GET /api/battles/:id/comments/own', { params: { id: battle.id } })
    return lane?.map(({ text }) => text) ?? 'everybody’s'
  }
  for (const person of [ada, cy]) await person.call('PUT /api/follows/:id', { params: { id: bo.id } })
  await ada.call('PUT /api/mutes/:id', { params: { id: bo.id } })
  expect((await ada.call('GET /api/user/export')).data).toMatchObject({ mutes: [{ muted_id: bo.id }] })
  expect((await bo.call('GET /api/user/export')).data).toMatchObject({ mutes: [] })
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
  const titles = async (actor: Actor) => (await actor.call('GET /api/notifications')).map(({ title }) => title)
  expect(await titles(ada)).toEqual([])
  expect(await titles(cy)).toMatchObject([expect.stringContaining('is live')])

  // They may still challenge, but the challenge is not announced.
  expect(await bo.send('POST', '/api/battles', { opponentId: ada.id, stakeAmount: 5, duration: 0.25 })).toMatchObject({
    status: 200,
  })
  expect(await titles(ada)).toEqual([])
})
