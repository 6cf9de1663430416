import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../../tests/server/actors/actors.ts'
import { challenge, creator, doDue, runAt, STARTS_AT, step } from '../../../../../tests/server/actors/battles.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { announcementsDue } from './announce-live.ts'

type Person = Actor & { id: string }

const test = openForEach(testApp)
let ada: Person
let bo: Person
let cy: Person
beforeEach(async () => {
  ;[ada, bo, cy] = [await creator(test), await creator(test), await creator(test)]
})

const follow = (actor: Actor, id: string) => actor.send('PUT', `/api/follows/${id}`)

describe('a battle that goes live', () => {
  const told = async (actor: Actor) =>
    (await actor.call('GET /api/notifications'))
      .filter(({ title }) => / against .* is live$/.test(title))
      .map(({ relatedId }) => relatedId)

  it('is told once to followers of either participant, but not to participants or others [notifications.follow-live]', async () => {
    const [dee, eve] = [await creator(test), await creator(test)]
    const [blocking, blocked, mirrored] = [await creator(test), await creator(test), await creator(test)]
    const { id } = await challenge(ada, bo.id, { stakeAmount: 10 })
    await step(bo, id, 'accept')
    for (const [a, b] of [
      [cy, ada],
      [cy, bo],
      [dee, bo],
      [ada, bo],
      [blocking, bo],
      [blocked, bo],
      [mirrored, ada],
    ] as const)
      await follow(a, b.id)
    await blocking.call('PUT /api/blocks/:id', { params: { id: ada.id } })
    await ada.call('PUT /api/blocks/:id', { params: { id: blocked.id } })
    await mirrored.call('PUT /api/blocks/:id', { params: { id: bo.id } })
    await cy.send('PUT', `/api/battles/${id}/reminder`)
    await runAt(test, STARTS_AT)
    await doDue(test.ctx)
    expect([await told(cy), await told(dee), await told(eve), await told(ada)]).toEqual([[id], [id], [], []])
    // A block in either direction is enough.
    expect([await told(blocking), await told(blocked), await told(mirrored)]).toEqual([[], [], []])
    expect(await test.ctx.db.query('select 1 from live_announcements')).toEqual([])
  })

  it('is told in batches, from where a crash left off, and to nobody once it is over', async () => {
    await test.ctx.db.query(
      `insert into users (id, username, created_at)
       select gen_random_uuid(), 'many_' || n, '2026-03-01' from generate_series(1, 1200) n`,
    )
    await test.ctx.db.query(
      `insert into follows (follower_id, followed_id, followed_at)
       select id, $1, '2026-03-01' from users where username like 'many\\_%'`,
      [ada.id],
    )
    const { id } = await challenge(ada, bo.id, { stakeAmount: 10 })
    await step(bo, id, 'accept')
    await test.ctx.db.query(`update battles set status = 'active' where id = $1`, [id])
    test.ctx.clock.set(STARTS_AT)
    const count = async () =>
      (await test.ctx.db.query(`select 1 from notifications where type = 'follow_live' and related_id = $1`, [id]))
        .length
    const counts: number[] = []
    for (let isMore = true; isMore; ) {
      isMore = await announcementsDue(test.ctx, { onError: (error) => expect(error).toBeUndefined() }).runBatch()
      counts.push(await count())
    }
    expect(counts).toEqual([500, 1_000, 1_200, 1_200])
    await test.ctx.db.query(`update battles set status = 'accepted' where id = $1`, [id])
    await test.ctx.db.query(`update battles set status = 'active' where id = $1`, [id])
    await test.ctx.db.query(`delete from notifications where type = 'follow_live'`)
    test.ctx.clock.advance({ ms: 4 * 3_600_000 })
    expect(await announcementsDue(test.ctx, { onError: () => {} }).runBatch()).toBe(true)
    expect(await count()).toBe(0)
  })

  it('is no longer announced once it has been called off', async () => {
    await follow(cy, ada.id)
    const { id } = await challenge(ada, bo.id, { stakeAmount: 10 })
    await step(bo, id, 'accept')
    await test.ctx.db.query(`update battles set status = 'active' where id = $1`, [id])
    await test.ctx.db.query(`update battles set status = 'accepted' where id = $1`, [id])
    test.ctx.clock.set(STARTS_AT)
    expect(await announcementsDue(test.ctx, { onError: () => {} }).runBatch()).toBe(true)
    expect(await told(cy)).toEqual([])
    expect(await test.ctx.db.query('select 1 from live_announcements')).toEqual([])
  })
})
