import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../../tests/server/actors/actors.ts'
import { challenge, creator, step } from '../../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const test = openForAll(testApp)
let ada: Actor & { id: string }
let bo: Actor & { id: string }
let id: string
let other: string
beforeAll(async () => {
  ada = await creator(test)
  bo = await creator(test)
})
beforeEach(async () => {
  const battles = [await challenge(ada, bo.id), await challenge(ada, bo.id)]
  ;[id, other] = battles.map((battle) => battle.id) as [string, string]
})
afterEach(async () => {
  for (const each of [id, other]) await step(ada, each, 'withdraw')
})

const say = (actor: Actor, what: 'join' | 'heartbeat' | 'leave', battle = id) =>
  actor.send('POST', `/api/battles/${battle}/${what}`)
const count = (battle = id) => test.ctx.live.viewers.count(`battle:${battle}`)

describe('watching a battle', () => {
  it('counts each person once from join to leave', async () => {
    expect(await say(ada, 'join')).toMatchObject({ status: 200, body: { ok: true } })
    await say(ada, 'join')
    await say(bo, 'join')
    expect(count()).toBe(2)
    await say(ada, 'leave')
    expect(count()).toBe(1)
    await say(ada, 'leave')
    expect(count()).toBe(1)
  })

  it('lasts while heartbeats arrive, plus 45 s [battles.const-viewers-window]', async () => {
    await say(ada, 'join')
    for (let i = 0; i < 5; i++) {
      test.ctx.clock.advance({ ms: 44_000 })
      expect(await say(ada, 'heartbeat')).toMatchObject({ status: 200, body: { ok: true } })
    }
    test.ctx.clock.advance({ ms: 44_999 })
    expect(count()).toBe(1)
    test.ctx.clock.advance({ ms: 1 })
    expect(count()).toBe(0)
  })

  it('counts for one battle only', async () => {
    await say(ada, 'join')
    await say(bo, 'join', other)
    await say(bo, 'leave')
    expect([count(), count(other)]).toEqual([1, 1])
  })

  it('is not counted for an unknown battle', async () => {
    const none = randomUUID()
    expect(await say(ada, 'join', none)).toMatchObject(refusal(404, 'BATTLE_NOT_FOUND'))
    expect(count(none)).toBe(0)
  })

  it('writes no rows, however often it is reported', async () => {
    const before = await databaseState(test.ctx.db)
    for (const what of ['join', 'heartbeat', 'heartbeat', 'leave'] as const) await say(ada, what)
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })
})
