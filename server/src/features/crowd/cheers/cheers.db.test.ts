import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { doDue, liveBattle, readBattle } from '../../../../../tests/server/actors/battles.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openStream } from '../../../../../tests/server/live-stream.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import type { Db } from '../../../platform/db/db.ts'

let isAway = false
const wrapDb = (db: Db): Db => ({
  ...db,
  async query<Row>(text: string, values?: Parameters<Db['query']>[1]) {
    if (isAway && text.includes('insert into battle_cheers')) throw new Error('the database is away')
    return db.query<Row>(text, values)
  },
})

const test = openForEach(() => testApp({ wrapDb }))
let ada: Actor & { id: string }
let bo: Actor & { id: string }
let cy: Actor & { id: string }
let id: string
beforeEach(async () => {
  ;({ ada, bo, cy, id } = await liveBattle(test))
  // Renews their sessions now, and not during a test.
  for (const actor of [ada, bo, cy]) await actor.me()
})

const visitor = () => new Actor(test)
const cheers = () => visitor().call('GET /api/battles/:id/cheers', { params: { id } })
async function cheer(actor: Actor, participantId: string, taps: number): Promise<void> {
  test.ctx.clock.advance({ ms: 10_000 })
  await actor.call('POST /api/battles/:id/react', { params: { id }, body: { participantId, taps } })
}

/** Leaves out what background jobs do after a sign-in. */
const stateNow = () =>
  databaseState(test.ctx.db, { except: ['accounts_to_relate', 'related_pairs', 'related_state', 'trust_state'] })

it('cheers are counted without a row each, shown to visitors, and never touch the score [battles.cheers]', async () => {
  const before = await stateNow()
  const score = await readBattle(visitor(), id)
  const stream = await openStream(test, visitor(), `cheers:${id}`)
  expect((await stream.next()).state).toEqual({
    [`/api/battles/${id}/cheers`]: { challenger: 0, opponent: 0, chats: [] },
  })
  await cheer(cy, ada.id, 10)
  await cheer(bo, ada.id, 3)
  await cheer(cy, bo.id, 4)
  expect(await stateNow()).toEqual(before)
  await doDue(test.ctx)
  expect(await cheers()).toEqual({ challenger: 13, opponent: 4, chats: [] })
  expect((await stream.next()).state).toEqual({
    [`/api/battles/${id}/cheers`]: { challenger: 13, opponent: 4, chats: [] },
  })
  await cheer(cy, bo.id, 1)
  await doDue(test.ctx)
  await doDue(test.ctx)
  expect(await cheers()).toEqual({ challenger: 13, opponent: 5, chats: [] })
  const { battle_cheers: rows, ...rest } = await stateNow()
  const { battle_cheers: none, ...unchanged } = before
  expect([none, rows?.length]).toEqual([[], 2])
  expect(rest).toEqual(unchanged)
  const { serverTime: _, ...shown } = await readBattle(visitor(), id)
  expect(score).toMatchObject(shown)
  stream.close()
})

it('cheers of an outage are stored after it, once', async () => {
  const before = await cheers()
  isAway = true
  await cheer(cy, ada.id, 2)
  await expect(doDue(test.ctx)).rejects.toThrow('the database is away')
  await cheer(cy, ada.id, 3)
  isAway = false
  await doDue(test.ctx)
  expect(await cheers()).toEqual({ ...before, challenger: before.challenger + 5 })
})

it('no battle has none', async () => {
  expect(await visitor().send('GET', `/api/battles/${randomUUID()}/cheers`)).toMatchObject(
    refusal(404, 'BATTLE_NOT_FOUND'),
  )
})
