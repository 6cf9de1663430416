import { randomUUID } from 'node:crypto'
import { FRIEND_STREAK_RULES } from '@aura/api/rules/friend-streaks'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { creator } from '../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
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
  test.ctx.clock.set('2026-03-02T12:00:00Z')
})

const follow = (actor: Actor, id: string) => actor.send('PUT', `/api/follows/${id}`)
const unfollow = (actor: Actor, id: string) => actor.send('DELETE', `/api/follows/${id}`)
const keep = (actor: Actor, id: string) => actor.send('PUT', `/api/friend-streaks/${id}`)
const end = (actor: Actor, id: string) => actor.send('DELETE', `/api/friend-streaks/${id}`)
const list = (actor: Actor) => actor.call('GET /api/friend-streaks')
const kept = async (actor: Actor) => (await list(actor)).kept.map(({ person, days }) => [person.id, days])
const asked = async (actor: Actor) => (await list(actor)).asked.map(({ person, isByMe }) => [person.id, isByMe])
const shown = async (of: Person) =>
  (await new Actor(test).call('GET /api/users/:id', { params: { id: of.id } })).friendStreaks.map(
    ({ person, days }) => [person.id, days],
  )
const told = async (actor: Actor) =>
  (await actor.call('GET /api/notifications')).filter(({ type }) => type === 'friend_streak').map(({ title }) => title)

async function befriend(one: Person, other: Person): Promise<void> {
  await follow(one, other.id)
  await follow(other, one.id)
}
async function start(one: Person, other: Person): Promise<void> {
  await befriend(one, other)
  await keep(one, other.id)
  await keep(other, one.id)
}

describe('a friend streak', () => {
  it('starts when one asks and the other accepts, once, and both are told [profile.friend-streak] [notifications.friend-streak]', async () => {
    await befriend(ada, bo)
    for (const _ of [1, 2]) expect(await keep(ada, bo.id)).toMatchObject({ status: 200 })
    expect([await asked(ada), await asked(bo), await kept(ada)]).toEqual([[[bo.id, true]], [[ada.id, false]], []])
    expect(await told(bo)).toHaveLength(1)
    expect(await told(ada)).toEqual([])
    for (const _ of [1, 2]) expect(await keep(bo, ada.id)).toMatchObject({ status: 200 })
    expect([await kept(ada), await kept(bo), await asked(ada)]).toEqual([[[bo.id, 0]], [[ada.id, 0]], []])
    expect([(await told(ada)).length, (await told(bo)).length]).toEqual([1, 2])
    expect([await kept(cy), await asked(cy)]).toEqual([[], []])
  })

  it('counts days of both, holds on a rest day, and starts again after a missed day [profile.friend-streak-days]', async () => {
    await start(ada, bo)
    await learn(ada)
    expect(await list(bo)).toMatchObject({ kept: [{ days: 0, isMyDayLit: false, isTheirDayLit: true }] })
    await learn(bo)
    expect(await kept(ada)).toEqual([[bo.id, 1]])
    await test.ctx.db.query('update learners set rest_days = 1 where user_id = $1', [bo.id])
    test.ctx.clock.advance({ days: 1 })
    await learn(ada)
    test.ctx.clock.advance({ days: 1 })
    expect(await kept(ada)).toEqual([[bo.id, 1]])
    for (const each of [ada, bo]) await learn(each)
    expect([await kept(ada), await kept(bo)]).toEqual([[[bo.id, 2]], [[ada.id, 2]]])
    expect(await shown(ada)).toEqual([[bo.id, 2]])
    test.ctx.clock.advance({ days: 1 })
    await learn(bo)
    test.ctx.clock.advance({ days: 1 })
    expect(await kept(bo)).toEqual([[ada.id, 0]])
    for (const each of [ada, bo]) await learn(each)
    expect(await kept(bo)).toEqual([[ada.id, 1]])
  })

  it('ends by one tap of either, and leaves others alone', async () => {
    await start(ada, bo)
    await start(ada, cy)
    for (const _ of [1, 2]) expect(await end(bo, ada.id)).toMatchObject({ status: 200 })
    expect([await kept(ada), await kept(bo), await kept(cy)]).toEqual([[[cy.id, 0]], [], [[ada.id, 0]]])
    await keep(bo, ada.id)
    await end(ada, bo.id)
    expect([await asked(ada), await asked(bo)]).toEqual([[], []])
  })

  it('ends when one unfollows, blocks or deletes their account [profile.friend-streak]', async () => {
    await start(ada, bo)
    await start(ada, cy)
    await unfollow(bo, ada.id)
    expect([await kept(bo), await kept(ada)]).toEqual([[], [[cy.id, 0]]])
    await follow(bo, ada.id)
    expect(await kept(bo)).toEqual([])
    await ada.send('PUT', `/api/blocks/${cy.id}`)
    expect([await kept(cy), await kept(ada)]).toEqual([[], []])
    expect(await keep(ada, cy.id)).toMatchObject(refusal(409, 'PERSON_BLOCKED'))
    expect(await keep(cy, ada.id)).toMatchObject(refusal(409, 'PERSON_UNAVAILABLE'))
    await start(bo, cy)
    await deleteAccount(cy)
    expect([await kept(bo), await asked(bo)]).toEqual([[], []])
  })

  it('is hidden from others while one of the two hides their followers', async () => {
    await start(ada, bo)
    await start(ada, cy)
    await bo.call('PUT /api/follows/settings', { body: { hidesFollowers: true } })
    expect([await shown(ada), await shown(bo), await shown(cy)]).toEqual([[[cy.id, 0]], [], [[ada.id, 0]]])
    expect((await kept(ada)).length).toBe(2)
  })

  it('refuses strangers, people followed by one side and unknown people, and changes nothing', async () => {
    await follow(ada, bo.id)
    for (const [actor, id] of [
      [ada, bo.id],
      [bo, ada.id],
      [ada, cy.id],
      [ada, ada.id],
    ] as const)
      expect(await keep(actor, id)).toMatchObject(refusal(409, 'FRIEND_STREAK_NEEDS_FOLLOWS'))
    expect(await keep(ada, randomUUID())).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
    expect([await asked(ada), await asked(bo), await asked(cy)]).toEqual([[], [], []])
  })

  it('are five at most for each person, also when two start at once', async () => {
    const friends: Person[] = []
    for (let n = 0; n <= FRIEND_STREAK_RULES.kept; n++) friends.push(await creator(test))
    for (const friend of friends) {
      await befriend(friend, ada)
      await keep(friend, ada.id)
    }
    const results = await Promise.all(friends.map((friend) => keep(ada, friend.id)))
    expect(results.filter(({ status }) => status === 200)).toHaveLength(FRIEND_STREAK_RULES.kept)
    expect(await kept(ada)).toHaveLength(FRIEND_STREAK_RULES.kept)
    const [last] = await asked(ada)
    await end(ada, friends.find(({ id }) => id !== last?.[0])?.id ?? '')
    expect(await keep(ada, String(last?.[0]))).toMatchObject({ status: 200 })
  })
})
