import { afterAll, beforeAll, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { acceptedBattle } from '../../../../tests/server/actors/battles.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import type { SqlValue, Tx } from '../../platform/db/db.ts'
import { listScheduledOf } from './calendar-store.ts'

const listed: { text: string; values: readonly SqlValue[] }[] = []
let test: TestApp
beforeAll(async () => {
  test = await testApp({
    wrapDb: (db) => ({
      ...db,
      query(text, values = []) {
        if (/from battles b\s+where[\s\S]*order by/.test(text)) listed.push({ text, values })
        return db.query(text, values)
      },
    }),
  })
  const { id } = await acceptedBattle(test)
  await test.ctx.db.query(
    `insert into battles (id, challenger_id, opponent_id, description, status, stake, starts_at, ends_at, created_at, due_at,
                          challenger_hold, opponent_hold, gift_head)
     select gen_random_uuid(), challenger_id, opponent_id, '', way.status, 1, starts_at + n * interval '1 minute',
            ends_at + n * interval '1 minute', created_at, case when way.is_open then starts_at + n * interval '1 minute' end,
            challenger_hold, opponent_hold, ''
     from battles, generate_series(1, 1500) n,
          (values ('active', true), ('accepted', true), ('completed', false), ('expired', false)) as way (status, is_open)
     where id = $1`,
    [id],
  )
  await test.ctx.db.query('analyze battles')
})
afterAll(() => test.close())

/** Rows of battles that a transaction read, by any plan. */
async function rowsRead(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ rows: number }>(
    `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
     from pg_stat_xact_user_tables where relname = 'battles'`,
  )
  return row?.rows ?? 0
}

it.each(['all', 'live', 'upcoming', 'completed'] as const)(
  'reads little more than each page of the %s battles, however many there are',
  async (view) => {
    const visitor = new Actor(test)
    const seen: string[] = []
    listed.length = 0
    for (let page = 0; page < 4; page++) {
      const after = seen.at(-1)
      const query = { view, limit: '100', ...(after === undefined ? {} : { after }) }
      seen.push(...(await visitor.call('GET /api/battles', { query })).map(({ id }) => id))
    }
    expect([seen.length, new Set(seen).size, listed.length]).toEqual([400, 400, 4])
    for (const { text, values } of listed.splice(0)) {
      await test.ctx.db.tx(async (tx) => {
        const before = await rowsRead(tx)
        await tx.query(text, values)
        expect((await rowsRead(tx)) - before).toBeLessThan(300)
      })
    }
  },
)

it('reads for a calendar the battles of its people alone', async () => {
  const { db } = test.ctx
  const stranger = '00000000-0000-4000-8000-000000000001'
  for (const ownerId of [null, stranger]) {
    await db.tx(async (tx) => {
      const since = new Date('2020-01-01')
      const before = await rowsRead(tx)
      expect(await listScheduledOf(tx, { userIds: [stranger], ownerId }, { since, limit: 100 })).toEqual([])
      expect((await rowsRead(tx)) - before).toBeLessThan(100)
    })
  }
})
