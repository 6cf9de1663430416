import { beforeEach, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { acceptedBattle, gift, liveBattle } from '../../../../tests/server/actors/battles.ts'
import { buy, follow, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { fillRows } from '../../../../tests/server/database/fill-rows.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { features } from '../../features.ts'
import { personalTables } from './personal-tables.ts'

const TABLES = personalTables(features)
const COLUMNS = TABLES.flatMap(({ table, columns }) =>
  Object.entries(columns).map(([column, of]) => ({ table, column, ...of })),
)
const PARTS = TABLES.flatMap(({ download }) => Object.keys(download))

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

it('every column that may identify a user is covered by the export and the deletion', async () => {
  const columns = await test.ctx.db.query<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name
     from information_schema.columns c join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
     where c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition and c.data_type = 'uuid' order by 1`,
  )
  const others = TABLES.flatMap(({ table, otherIds }) => otherIds.map((column) => `${table}.${column}`))
  const known = [...COLUMNS.map(({ table, column }) => `${table}.${column}`), ...others].sort()
  expect(columns.map(({ name }) => name).sort()).toEqual(known)
  expect(COLUMNS.filter(({ part }) => !PARTS.includes(part))).toEqual([])
  expect(PARTS).toEqual([...new Set(PARTS)])
})

it('personal data is deleted, and no remaining row identifies the user unless intended', async () => {
  // Rows refer to these: two battles, and two events of the chain.
  await acceptedBattle(test)
  const { ada } = await liveBattle(test)
  const fan = await withUsdc(test)
  for (const usdc of [1, 2]) buy(test, fan, usdc)
  await follow(test)
  // Pairs are stored with the smaller id first, so the deleted account has people on both sides.
  const [low, cy, high] = await threeById()
  await cy.actor.call('POST /api/notifications/preferences', { body: { type: 'vouch_received', isOn: false } })
  await cy.actor.call('POST /api/user/time-zone', { body: { timeZone: 'Africa/Lagos' } })
  const gone = COLUMNS.filter(({ onDeletion }) => onDeletion !== 'kept')
  const rowsOf = async ({ table, column }: { table: string; column: string }) => {
    const [row] = await test.ctx.db.query<{ rows: number }>(
      `select count(*)::int as rows from ${table} where ${column} = $1`,
      [cy.id],
    )
    return row?.rows ?? 0
  }
  await fillRows(test.ctx.db, gone, { own: cy.id, low: low.id, high: high.id })
  for (const of of gone) expect([of.table, of.column, (await rowsOf(of)) > 0]).toEqual([of.table, of.column, true])
  const { username } = await cy.actor.me()
  await cy.actor.call('POST /api/user/delete', {
    body: { confirmation: username, proof: await cy.actor.freshProof('delete-account') },
  })
  for (const of of gone) expect([of.table, of.column, await rowsOf(of)]).toEqual([of.table, of.column, 0])
  expect((await ada.me()).id).toBe(ada.id)
})

async function threeById() {
  const people = []
  for (let i = 0; i < 3; i++) {
    const actor = await newGiver()
    people.push({ actor, id: (await actor.me()).id })
  }
  people.sort((a, b) => (a.id < b.id ? -1 : 1))
  return people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
}

const newGiver = async () => {
  const actor = new Actor(test)
  await actor.signIn()
  return actor
}

it('the export contains all of the user’s data, and no secrets or other users’ data [settings.export]', async () => {
  const { ada, cy, id } = await liveBattle(test)
  await gift(cy, id, ada.id, 30)
  const reply = await cy.send<{ userId: string; exportedAt: string; data: Record<string, Record<string, unknown>[]> }>(
    'GET',
    '/api/user/export',
  )
  expect(reply.status).toBe(200)
  expect(reply.headers['content-disposition']).toBe('attachment; filename="aura-data.json"')
  const { userId, data } = reply.body
  const me = await cy.me()
  expect(userId).toBe(me.id)
  expect(Object.keys(data)).toEqual(PARTS)
  expect(data.account).toMatchObject([{ id: me.id, username: me.username }])
  expect(data.wallet).toMatchObject([{ address: me.walletAddress?.toLowerCase() }])
  expect(data.gifts_given).toMatchObject([{ battle_id: id, participant_id: ada.id, amount: 30 }])
  expect(data.balances).toContainEqual(expect.objectContaining({ kind: 'steeze_purchased', balance: 70 }))
  expect(data.transfers?.map(({ kind }) => kind)).toContain('battle_gift')
  expect(data.sessions).toHaveLength(1)
  expect(data.battles).toEqual([])
  const received = await ada.call('GET /api/user/export')
  expect(received.data.gifts_received).toEqual([{ battle_id: id, giver_id: me.id, amount: 30, gifts: 1 }])

  const text = JSON.stringify(reply.body)
  const { username, walletAddress } = await ada.me()
  for (const secret of [cy.cookies.get('aura_session'), username, walletAddress?.toLowerCase()])
    expect(text).not.toContain(secret)
  expect(text).not.toMatch(/token_hash|access_token|refresh_token|address_hash|code_verifier|browser_hash/)
})
