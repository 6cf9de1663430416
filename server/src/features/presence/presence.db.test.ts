import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../test/actors.ts'
import { databaseState } from '../../../test/database-state.ts'
import { refusal } from '../../../test/refusal.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

let test: TestApp
let [ada, bo]: Actor[] = []
let id: string
beforeAll(async () => {
  test = await testApp()
  ada = await newcomer(test)
  bo = await newcomer(test)
})
afterAll(() => test.close())
beforeEach(() => {
  id = randomUUID()
})

const say = (actor: Actor | undefined, what: 'join' | 'heartbeat' | 'leave', battle = id) =>
  (actor ?? new Actor(test)).send('POST', `/api/battles/${battle}/${what}`)
const count = (battle = id) => test.ctx.live.viewers.count(`battle:${battle}`)

describe('watching a battle', () => {
  it('counts from the first word to the last, each person once [battles.call-join] [battles.call-leave]', async () => {
    expect(await say(ada, 'join')).toMatchObject({ status: 200, body: { ok: true } })
    await say(ada, 'join')
    await say(bo, 'join')
    expect(count()).toBe(2)
    await say(ada, 'leave')
    expect(count()).toBe(1)
    await say(ada, 'leave')
    expect(count()).toBe(1)
  })

  it('lasts as long as heartbeats come, and 45 s more [battles.call-heartbeat] [battles.const-viewers-window]', async () => {
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

  it('is of one battle, and no other', async () => {
    const other = randomUUID()
    await say(ada, 'join')
    await say(bo, 'join', other)
    await say(bo, 'leave')
    expect([count(), count(other)]).toEqual([1, 1])
  })

  it('costs no row, whoever says it how often', async () => {
    const before = await databaseState(test.ctx.db)
    for (const what of ['join', 'heartbeat', 'heartbeat', 'leave'] as const) await say(ada, what)
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it.each(['join', 'heartbeat', 'leave'] as const)(
    '%s is refused to nobody in particular, and for no id',
    async (what) => {
      expect(await say(undefined, what)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
      expect(await say(ada, what, 'x')).toMatchObject(refusal(400, 'INVALID_REQUEST'))
      expect(count()).toBe(0)
    },
  )
})
