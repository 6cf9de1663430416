import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { holding } from '../../../../tests/server/database/holding.ts'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { openStream } from '../../../../tests/server/live-stream.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { defaultLimits } from '../../limits.ts'
import { openPg } from '../db/connection/open-pg.ts'
import { inCall, perCallDb } from '../db/per-call-db.ts'
import { liveMarker } from './live-answer.ts'
import type { LiveSource } from './source.ts'

const live = { ...defaultLimits.live, fastestMs: 0 }

const CONNECTIONS = 4

let url: string
let value = 0
let reading: () => Promise<unknown> = async () => {}
const board: LiveSource = {
  kind: 'board',
  access: 'everyone',
  hasViewers: true,
  async read() {
    await reading()
    return [liveMarker('GET /api/battles', {}, value)]
  },
}
let a: TestApp
let b: TestApp
beforeAll(async () => {
  url = await newPostgresDatabase()
  a = await start()
  b = await start()
})
afterAll(() => Promise.all([a.close(), b.close()]))

const start = () =>
  testApp({
    openDb: () => openPg({ url, poolSize: CONNECTIONS }),
    wrapDb: (db) => perCallDb(db, CONNECTIONS, 600_000),
    moreLive: [board],
    limits: { live },
  })

/** Returns the same browser at the second server. */
function atB({ cookies }: Actor): Actor {
  const same = new Actor(b)
  for (const [name, cookie] of cookies) same.cookies.set(name, cookie)
  return same
}

async function connected(): Promise<void> {
  const stream = await openStream(b, new Actor(b), 'board:hello')
  await stream.next()
  const upcoming = stream.next()
  const saying = setInterval(() => {
    value += 1
    a.ctx.live.changed('board:hello')
  }, 20)
  await upcoming
  clearInterval(saying)
  stream.close()
}

describe('two servers on one database', () => {
  it('show a change made at the other, to one user and to everybody', async () => {
    await connected()
    const ada = new Actor(a)
    await ada.signIn()
    const elsewhere = atB(ada)
    const [mine, everybodys, ranks] = [
      await openStream(b, elsewhere, 'user'),
      await openStream(b, new Actor(b), 'board:1'),
      await openStream(b, new Actor(b), 'leaderboard:weekly'),
    ]
    await mine.next()
    await everybodys.next()
    const before = (await ranks.next()).state?.['/api/leaderboard/me*']

    await learn(ada)
    expect((await mine.next()).state?.['/api/auth/user']).toEqual(await ada.me())
    expect((await ranks.next()).state?.['/api/leaderboard/me*']).not.toEqual(before)
    value = 1_000
    a.ctx.live.changed('board:1')
    expect((await everybodys.next()).state).toEqual({ '/api/battles*': 1_000 })

    await ada.call('POST /api/auth/logout')
    expect(await mine.next()).toMatchObject({ end: 'session' })
    everybodys.close()
  })

  it('count the viewers of both, and each of them once', async () => {
    const ada = new Actor(a)
    await ada.signIn()
    const elsewhere = atB(ada)
    await openStream(a, ada, 'board:viewed')
    await openStream(b, elsewhere, 'board:viewed')
    await openStream(b, new Actor(b), 'board:viewed')
    await expect.poll(() => a.ctx.live.viewers.count('board:viewed')).toBe(2)
    await expect.poll(() => b.ctx.live.viewers.count('board:viewed')).toBe(2)
  })

  it("receive each other's signals exactly once", async () => {
    const streams = [
      await openStream(a, new Actor(a), 'board:tapped'),
      await openStream(b, new Actor(b), 'board:tapped'),
    ]
    for (const stream of streams) await stream.next()
    for (const { ctx } of [a, a, b]) ctx.live.signal('board:tapped', 'one', 2)
    a.ctx.live.signal('board:tapped', 'two', 1)
    for (const stream of streams) {
      const sum: Record<string, number> = {}
      while ((sum.one ?? 0) < 6 || sum.two === undefined) {
        for (const [name, count] of Object.entries((await stream.next()).counts ?? {}))
          sum[name] = (sum[name] ?? 0) + count
      }
      expect(sum).toEqual({ one: 6, two: 1 })
      stream.close()
    }
  })

  it('hear of a change even if all connections of its call are taken', async () => {
    const streams = [await openStream(a, new Actor(a), 'board:busy'), await openStream(b, new Actor(b), 'board:busy')]
    for (const stream of streams) await stream.next()
    const release = await inCall('busy', () => holding(a.ctx.db, async () => {}))
    reading = () => a.ctx.db.query('select 1')
    value = 3_000
    inCall('busy', () => a.ctx.live.changed('board:busy'))
    for (const stream of streams) {
      expect((await stream.next()).state).toEqual({ '/api/battles*': 3_000 })
      stream.close()
    }
    reading = async () => {}
    await release()
  })

  it('hear what a request does while the other closes', async () => {
    const closing = await start()
    const ada = new Actor(closing)
    await ada.signIn()
    const { id } = await ada.me()
    const elsewhere = atB(ada)
    const mine = await openStream(b, elsewhere, 'user')
    await mine.next()
    const leaving = await openStream(closing, new Actor(closing), 'board:closing')
    await leaving.next()
    const release = await holding(b.ctx.db, (tx) =>
      tx.query('select 1 from sessions where user_id = $1 for update', [id]),
    )
    const out = ada.call('POST /api/auth/logout')
    while ((await b.ctx.db.query('select 1 from pg_locks where not granted')).length === 0);
    const closed = closing.close()
    expect(await leaving.next()).toMatchObject({ end: 'shutdown' })
    await release()
    await out
    expect(await mine.next()).toMatchObject({ end: 'session' })
    await closed
  })

  it('catch up after losing their connection', async () => {
    const stream = await openStream(b, new Actor(b), 'board:lost')
    await stream.next()
    const upcoming = stream.next()
    await a.ctx.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'aura live' and datname = current_database()`,
    )
    value = 2_000
    a.ctx.live.changed('board:lost')
    expect((await upcoming).state).toEqual({ '/api/battles*': 2_000 })
    stream.close()
  })
})
