import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Actor } from '../../../../../tests/server/actors/actors.ts'
import { challenge, creator } from '../../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const test = openForAll(testApp)

const say = (actor: Actor, what: 'join' | 'heartbeat' | 'leave', battle: string) =>
  actor.send('POST', `/api/battles/${battle}/${what}`)
const count = (battle: string) => test.ctx.live.viewers.count(`battle:${battle}`)

it('a person watches one battle from a join or heartbeat until they leave, which writes no row', async () => {
  const [ada, bo] = [await creator(test), await creator(test)]
  const [{ id }, { id: other }] = [await challenge(ada, bo.id), await challenge(ada, bo.id)]
  const before = await databaseState(test.ctx.db)
  for (const what of ['join', 'join', 'heartbeat'] as const)
    expect(await say(ada, what, id)).toMatchObject({ status: 200, body: { ok: true } })
  await say(bo, 'heartbeat', id)
  await say(bo, 'join', other)
  expect([count(id), count(other)]).toEqual([2, 1])
  for (const _ of [1, 2]) expect(await say(ada, 'leave', id)).toMatchObject({ status: 200, body: { ok: true } })
  await say(bo, 'leave', id)
  expect([count(id), count(other)]).toEqual([0, 1])
  expect(await databaseState(test.ctx.db)).toEqual(before)
})

it('nobody joins an unknown battle', async () => {
  const none = randomUUID()
  expect(await say(await creator(test), 'join', none)).toMatchObject(refusal(404, 'BATTLE_NOT_FOUND'))
  expect(count(none)).toBe(0)
})
