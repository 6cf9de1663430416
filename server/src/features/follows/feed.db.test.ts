import { expect, it } from 'vitest'
import type { Actor } from '../../../../tests/server/actors/actors.ts'
import { challenge, creator, runAt, STARTS_AT, step } from '../../../../tests/server/actors/battles.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const test = openForEach(testApp)

it('shows what followed people did, live battles first, without blocked people [profile.feed]', async () => {
  const [ada, bo, cy, dee] = [await creator(test), await creator(test), await creator(test), await creator(test)]
  const rows = async (actor: Actor) =>
    (await actor.call('GET /api/feed')).events.map(({ kind, person, other }) => [kind, person.id, other?.id ?? null])
  expect(await ada.call('GET /api/feed')).toEqual({ isFollowing: false, events: [] })
  await ada.call('PUT /api/follows/:id', { params: { id: bo.id } })
  await learn(bo)
  await learn(cy)
  expect(await rows(ada)).toEqual([['day_lit', bo.id, null]])
  const { id } = await challenge(bo, dee.id, { stakeAmount: 10 })
  await step(dee, id, 'accept')
  await runAt(test, STARTS_AT)
  await learn(bo)
  expect(await rows(ada)).toEqual([
    ['battle_live', bo.id, dee.id],
    ['day_lit', bo.id, null],
  ])
  expect(await rows(cy)).toEqual([])
  await ada.call('PUT /api/blocks/:id', { params: { id: dee.id } })
  expect(await rows(ada)).toEqual([['day_lit', bo.id, null]])
  await test.ctx.db.query(
    `update battles set status = 'completed', due_at = null, winner_id = $2, ends_at = '2026-03-02T17:00:00Z' where id = $1`,
    [id, bo.id],
  )
  await ada.call('DELETE /api/blocks/:id', { params: { id: dee.id } })
  expect(await rows(ada)).toEqual([
    ['battle_won', bo.id, dee.id],
    ['day_lit', bo.id, null],
  ])
  test.ctx.clock.set('2026-03-12T12:00:00Z')
  expect(await rows(ada)).toEqual([])
})
