import { randomUUID } from 'node:crypto'
import { FOLLOW_RULES } from '@aura/api/rules/follows'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { creator } from '../../../../tests/server/actors/battles.ts'
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

const follow = (actor: Actor, id: string) => actor.send('PUT', `/api/follows/${id}`)
const unfollow = (actor: Actor, id: string) => actor.send('DELETE', `/api/follows/${id}`)
const block = (actor: Actor, id: string) => actor.send('PUT', `/api/blocks/${id}`)
const list = async (of: Person, which: 'followers' | 'following', viewer: Actor = of) =>
  (await viewer.call(`GET /api/users/:id/${which}`, { params: { id: of.id } })).people.map(({ id }) => id)
const relation = (actor: Actor, id: string) => actor.call('GET /api/users/:id/relation', { params: { id } })
const stats = async (of: Person) =>
  (await new Actor(test).call('GET /api/users/:id', { params: { id: of.id } })).followStats
const many = async (count: number) => {
  await test.ctx.db.query(
    `insert into users (id, username, created_at)
     select gen_random_uuid(), 'many_' || n, '2026-03-01' from generate_series(1, $1) n`,
    [count],
  )
  await test.ctx.db.query(
    `insert into learners (user_id, time_zone) select id, 'UTC' from users where username like 'many\\_%'`,
  )
}

describe('following', () => {
  it('is public, without approval, once, until it ends', async () => {
    await follow(cy, bo.id)
    for (const _ of [1, 2]) expect(await follow(ada, bo.id)).toMatchObject({ status: 200 })
    expect(await list(bo, 'followers', new Actor(test))).toEqual([ada.id, cy.id])
    expect(await list(ada, 'following', new Actor(test))).toEqual([bo.id])
    expect(await relation(ada, bo.id)).toEqual({ isBlocked: false, isMuted: false, isFollowed: true, followsMe: false })
    expect(await relation(bo, ada.id)).toEqual({ isBlocked: false, isMuted: false, isFollowed: false, followsMe: true })
    expect(await stats(bo)).toEqual({ followers: 2, following: 0, areFollowersHidden: false })
    for (const _ of [1, 2]) expect(await unfollow(ada, bo.id)).toMatchObject({ status: 200 })
    expect(await list(bo, 'followers')).toEqual([cy.id])
    expect(await stats(ada)).toEqual({ followers: 0, following: 0, areFollowersHidden: false })
  })

  it('notifies the followed person once, even if one follows again [notifications.new-follower]', async () => {
    test.changedTopics()
    await follow(ada, bo.id)
    expect(test.changedTopics()).toContain(`user:${bo.id}`)
    await unfollow(ada, bo.id)
    await follow(ada, bo.id)
    const { username } = await ada.me()
    expect(await bo.call('GET /api/notifications')).toMatchObject([
      { type: 'new_follower', title: `${username} follows you`, path: `/user/${ada.id}`, actor: { id: ada.id } },
    ])
    await block(cy, bo.id)
    expect((await follow(cy, bo.id)).status).not.toBe(200)
    expect(await bo.call('GET /api/notifications')).toHaveLength(1)
    expect(await ada.call('GET /api/notifications')).toEqual([])
  })

  it('refuses oneself and unknown people, and changes nothing', async () => {
    await follow(ada, bo.id)
    expect(await follow(ada, ada.id)).toMatchObject(refusal(409, 'FOLLOW_ONESELF'))
    expect(await follow(ada, randomUUID())).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
    expect(await new Actor(test).send('GET', `/api/users/${randomUUID()}/followers`)).toMatchObject(
      refusal(404, 'USER_NOT_FOUND'),
    )
    expect(await list(ada, 'following')).toEqual([bo.id])
  })

  it('ends both ways with a block, and is refused while it lasts [profile.block-follows]', async () => {
    for (const [a, b] of [
      [ada, bo],
      [bo, ada],
      [cy, ada],
      [ada, cy],
    ] as const)
      await follow(a, b.id)
    await block(ada, bo.id)
    expect([await list(ada, 'followers'), await list(ada, 'following')]).toEqual([[cy.id], [cy.id]])
    expect([await list(bo, 'followers'), await list(bo, 'following')]).toEqual([[], []])
    expect(await follow(bo, ada.id)).toMatchObject(refusal(409, 'PERSON_UNAVAILABLE'))
    expect(await follow(ada, bo.id)).toMatchObject(refusal(409, 'PERSON_BLOCKED'))
    expect(await list(ada, 'followers')).toEqual([cy.id])
    expect(await follow(cy, bo.id)).toMatchObject({ status: 200 })
  })

  it('hides followers from others on demand, also in the lists of whom they follow, and nothing else [profile.followers-hidden]', async () => {
    await follow(ada, bo.id)
    await follow(ada, cy.id)
    expect(await bo.call('GET /api/follows/settings')).toEqual({ hidesFollowers: false })
    await bo.call('PUT /api/follows/settings', { body: { hidesFollowers: true } })
    for (const other of [ada, new Actor(test)])
      expect(await other.send('GET', `/api/users/${bo.id}/followers`)).toMatchObject(refusal(403, 'FOLLOWERS_HIDDEN'))
    expect(await list(bo, 'followers')).toEqual([ada.id])
    expect(await stats(bo)).toEqual({ followers: 1, following: 0, areFollowersHidden: true })
    expect(await list(cy, 'followers', ada)).toEqual([ada.id])
    for (const other of [cy, new Actor(test)]) expect(await list(ada, 'following', other)).toEqual([cy.id])
    for (const involved of [ada, bo]) expect(await list(ada, 'following', involved)).toEqual([cy.id, bo.id])
    expect(await stats(ada)).toMatchObject({ following: 2 })
    await bo.call('PUT /api/follows/settings', { body: { hidesFollowers: false } })
    expect(await list(bo, 'followers', ada)).toEqual([ada.id])
    expect(await list(ada, 'following', cy)).toEqual([cy.id, bo.id])
  })

  it('ends at 5,000 people, and is listed in pages that end [profile.const-followed]', async () => {
    await many(FOLLOW_RULES.followed)
    await test.ctx.db.query(
      `insert into follows (follower_id, followed_id, followed_at)
       select $1, id, '2026-03-01' from users where username like 'many\\_%'`,
      [ada.id],
    )
    expect(await follow(ada, bo.id)).toMatchObject(refusal(409, 'FOLLOWS_USED_UP'))
    const [newest] = await list(ada, 'following')
    await unfollow(ada, newest ?? '')
    expect(await follow(ada, bo.id)).toMatchObject({ status: 200 })
    const seen = new Set<string>()
    for (let before: string | null | undefined; before !== null; ) {
      const query = before === undefined ? {} : { before }
      const page = await cy.call('GET /api/users/:id/following', { params: { id: ada.id }, query })
      for (const { id } of page.people) seen.add(id)
      before = page.next
    }
    expect(seen.size).toBe(FOLLOW_RULES.followed)
  })
})
