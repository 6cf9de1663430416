import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { readTopic } from '#platform/live/source'
import { signedUp } from '../../../../tests/server/actors/actors.ts'
import { acceptedBattle, gift, liveBattle } from '../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
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

/** Tables of which the privacy page's own text, or another table's sentence, tells. */
const TOLD_OTHERWISE = `
  account_identities account_traces accounts_to_relate admin_actions admin_proposals auth_nonces battle_cheers battle_gift_keys
  battle_gifters battle_gifts battle_reminders battle_steps battles blocks challenge_links challenge_settings
  comment_mutes continued_accounts extra_invites hidden_followers idempotent_answers image_files invites kept_learning league_members
  learners ledger_accounts lesson_completions lesson_labs lesson_quizzes live_announcements notification_mutes
  notifications passkey_challenges placements provider_accounts provider_confirmations provider_flows push_hours push_subscriptions rank_entries rank_parts rating_changes redemption_reviews related_pairs review_cards
  reviews seen_firsts sessions steeze_purchases steeze_redemptions steeze_withdrawals suspensions time_zone_changes
  trust_changes trust_liabilities trust_ring_accounts trust_rings trust_seeds users vouches wallet_bindings wallet_bonuses wallet_replacements wallets
  whitelisted_wallets x_tokens
`
  .trim()
  .split(/\s+/)

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

it('the privacy page tells what each table keeps of a person', () => {
  const untold = TABLES.filter(({ columns, privacy }) => Object.keys(columns).length > 0 && !privacy)
  expect(untold.map(({ table }) => table).sort()).toEqual(TOLD_OTHERWISE)
})

it('personal data is deleted, and no remaining row identifies the user unless intended', async () => {
  // Rows refer to these: two battles, and two events of the chain.
  await acceptedBattle(test)
  const { ada } = await liveBattle(test)
  const fan = await withUsdc(test)
  for (const usdc of [1, 2]) buy(test, fan, usdc)
  await follow(test)
  // Pairs are stored with the smaller id first, so the deleted account has people on both sides.
  const people = [await signedUp(test), await signedUp(test), await signedUp(test)] as const
  const [low, cy, high] = people.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [...typeof people]
  await cy.call('POST /api/notifications/preferences', { body: { type: 'vouch_received', isOn: false } })
  await cy.call('POST /api/user/time-zone', { body: { timeZone: 'Africa/Lagos' } })
  const gone = COLUMNS.filter(({ onDeletion }) => onDeletion === 'deleted' || onDeletion === 'erased')
  const rowsOf = async ({ table, column }: { table: string; column: string }) => {
    const [row] = await test.ctx.db.query<{ rows: number }>(
      `select count(*)::int as rows from ${table} where ${column} = $1`,
      [cy.id],
    )
    return row?.rows ?? 0
  }
  await fillRows(test.ctx.db, gone, { own: cy.id, low: low.id, high: high.id })
  for (const of of gone) expect([of.table, of.column, (await rowsOf(of)) > 0]).toEqual([of.table, of.column, true])
  const before = await publicStates()
  test.changedTopics()
  await deleteAccount(cy)
  for (const of of gone) expect([of.table, of.column, await rowsOf(of)]).toEqual([of.table, of.column, 0])
  const changed = test.changedTopics()
  const after = await publicStates()
  const moved = [...before.keys()].filter((topic) => after.get(topic) !== before.get(topic))
  expect(moved).toContainEqual(expect.stringMatching(/^comments:/))
  expect(moved.filter((topic) => !changed.includes(topic))).toEqual([])
  expect((await ada.me()).id).toBe(ada.id)
})

/** Returns the state of each live topic of a battle that everyone may watch. */
async function publicStates(): Promise<Map<string, string>> {
  const sources = features
    .flatMap(({ live = [] }) => live.map((open: (typeof live)[number]) => open(test.ctx, features)))
    .filter(({ access }) => access === 'everyone')
  const states = new Map<string, string>()
  for (const { id } of await test.ctx.db.query<{ id: string }>('select id from battles')) {
    for (const { kind } of sources) {
      const isOfBattle = (await readTopic(sources, `${kind}:${randomUUID()}`)) === null
      if (isOfBattle) states.set(`${kind}:${id}`, JSON.stringify(await readTopic(sources, `${kind}:${id}`)))
    }
  }
  return states
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
