import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newcomer } from '../../tests/server/actors/actors.ts'
import { creator, form, gift, liveBattle, readBattle, runAt } from '../../tests/server/actors/battles.ts'
import { passQuiz } from '../../tests/server/actors/learning.ts'
import { openForAll } from '../../tests/server/open-for.ts'
import { testApp } from '../../tests/server/test-app.ts'
import { trimTables } from '../../tests/server/trim-tables.ts'
import type { SqlValue } from './platform/db/db.ts'
import { trimRules } from './platform/retention/trim-tables.ts'
import { retention } from './run-features.ts'

const START = '2026-03-02T12:00:00Z'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set(START))

const query = <Row extends object>(text: string, values: SqlValue[] = []) => test.ctx.db.query<Row>(text, values)
const columnOf = async (text: string, values: SqlValue[] = []) =>
  (await query<{ v: unknown }>(`select v::text from (${text}) rows (v) order by 1`, values)).map(({ v }) => v)

describe('every table', () => {
  it('is declared once, as one that stays, is bounded or is trimmed', async () => {
    const tables = await columnOf(
      `select relname from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    expect(retention.map(({ table }) => table).sort()).toEqual([...tables].sort())
  })

  it('says why it is not trimmed', () => {
    const reasons = retention.flatMap((each) => (each.stays === 'trimmed' ? [] : [each.why]))
    expect(reasons.length).toBeGreaterThan(30)
    expect(reasons.filter((why) => why.length < 3)).toEqual([])
  })

  it('that is trimmed is in docs/running.md, and no other', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/running.md'), 'utf8')
    const [, section = ''] = /^## What grows(.*?)^## /ms.exec(text) ?? []
    const documented = [...section.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? [])
    const trimmed = retention.filter(({ stays }) => stays === 'trimmed').map(({ table }) => table)
    expect(documented.sort()).toEqual(trimmed.sort())
  })

  it('that is trimmed has an index by which its old rows are found', async () => {
    const rules = trimRules(retention)
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
    const slow = await test.ctx.db.tx(async (tx) => {
      await tx.query('set local enable_seqscan = off')
      const plans = []
      for (const { name, table, statement } of rules) {
        const rows = await tx.query<Record<string, string>>(
          `explain ${statement.replaceAll('$1', `'${START}'::timestamptz`)}`,
        )
        const plan = rows.map((row) => Object.values(row)[0]).join('\n')
        // The row to delete is found by its position, old rows by a condition on an index.
        if (plan.includes(`Seq Scan on ${table} r`) || !/Index Cond/.test(plan)) plans.push(`${name}\n${plan}`)
      }
      return plans
    })
    expect(slow).toEqual([])
  })
})

describe('trimming', () => {
  it('removes notifications 90 days after they were made if they are read, else after 365 [notifications.kept]', async () => {
    const ada = await creator(test)
    await query('delete from notifications')
    const add = (key: string, age: number, { read = false, bell = true } = {}) =>
      query(
        `insert into notifications (id, user_id, key, type, title, message, is_read, in_bell, created_at)
         values (gen_random_uuid(), $1, $2, 'other', 'x', 'x', $3, $4, $5::timestamptz - $6 * interval '1 day')`,
        [ada.id, key, read, bell, START, age],
      )
    await add('read, 91 days', 91, { read: true })
    await add('read, 89 days', 89, { read: true })
    await add('devices only, 91 days', 91, { bell: false })
    await add('devices only, 89 days', 89, { bell: false })
    await add('unread, 364 days', 364)
    await add('unread, 366 days', 366)
    await trimTables(test.ctx)
    expect(await columnOf('select key from notifications')).toEqual([
      'devices only, 89 days',
      'read, 89 days',
      'unread, 364 days',
    ])
  })

  it('removes sessions with their browsers once they end, and sign-ins that were not finished', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const { id } = await ada.me()
    await query(
      `insert into push_subscriptions (id, user_id, session_hash, endpoint, p256dh, auth)
       select gen_random_uuid(), $1, token_hash, 'https://push.test/1', 'x', 'x' from sessions where user_id = $1`,
      [id],
    )
    await query(
      `insert into push_subscriptions (id, user_id, session_hash, endpoint, p256dh, auth)
       values (gen_random_uuid(), $1, null, 'https://push.test/2', 'x', 'x')`,
      [id],
    )
    await query(`update sessions set expires_at = $2 where user_id = $1`, [id, START])
    await query(
      `insert into auth_nonces (nonce, purpose, wallet_address, browser_hash, message, expires_at)
       values ('old', 'sign-in', 'x', '', 'x', $1), ('new', 'sign-in', 'x', '', 'x', $1::timestamptz + interval '1 second')`,
      [START],
    )
    await query(
      `insert into provider_flows (state_hash, browser_hash, provider, code_verifier, time_zone, expires_at)
       select state::bytea, '', 'x', state, 'UTC', $1::timestamptz - ago * interval '1 minute'
       from (values ('old', 60), ('new', 59)) flows (state, ago)`,
      [START],
    )
    await trimTables(test.ctx)
    const owners = await columnOf('select user_id from sessions')
    expect(owners).toContain((await bo.me()).id)
    expect(owners).not.toContain(id)
    expect(await columnOf('select endpoint from push_subscriptions')).toEqual([])
    expect(await columnOf('select nonce from auth_nonces')).toEqual(['new'])
    expect(await columnOf('select code_verifier from provider_flows')).toEqual(['new'])
    expect(await ada.send('GET', '/api/user/export')).toMatchObject({ status: 401 })
  })

  it('keeps undelivered pushes for 30 days, with their notification and browser', async () => {
    const ada = await creator(test)
    await query(
      `insert into push_subscriptions (id, user_id, session_hash, endpoint, p256dh, auth)
       select gen_random_uuid(), $1, null, 'https://push.test/' || days, 'x', 'x' from generate_series(29, 31) days`,
      [ada.id],
    )
    await query(
      `insert into notifications (id, user_id, key, type, title, message, in_bell, created_at)
       values (gen_random_uuid(), $1, 'pushed', 'security', 'x', 'x', false, $2::timestamptz - interval '31 days')`,
      [ada.id, START],
    )
    await query(
      `insert into push_messages (notification_id, subscription_id, due_at)
       select n.id, s.id, $1::timestamptz - right(s.endpoint, 2)::int * interval '1 day'
       from notifications n, push_subscriptions s where n.key = 'pushed' and s.user_id = $2`,
      [START, ada.id],
    )
    await trimTables(test.ctx)
    expect(
      await columnOf('select endpoint from push_subscriptions s join push_messages on subscription_id = s.id'),
    ).toEqual(['https://push.test/29', 'https://push.test/30'])
    expect(await columnOf(`select key from notifications where key = 'pushed'`)).toEqual(['pushed'])
    // The browser without a message follows in the next round.
    await trimTables(test.ctx)
    expect(await columnOf('select count(*) from push_subscriptions')).toEqual(['2'])
    await query('delete from push_subscriptions')
  })

  it('keeps the newest audit, and the newest that read everything', async () => {
    const days = (age: number) => new Date(Date.parse(START) - age * 86_400_000)
    for (const [kind, age] of [
      ['full', 900],
      ['full', 800],
      ['incremental', 700],
      ['incremental', 399],
      ['incremental', 401],
    ] as const)
      await query(`insert into audit_runs (kind, finished_at, findings) values ($1, $2, 0)`, [kind, days(age)])
    await trimTables(test.ctx)
    const left = `select kind || ' ' || extract(day from $1::timestamptz - finished_at) from audit_runs`
    expect(await columnOf(left, [START])).toEqual(['full 800', 'incremental 399', 'incremental 401'])
    await query('delete from audit_runs')
  })
})

describe('after the response to a key was removed', () => {
  it('the same key moves nothing twice [ledger.key-transfer-forever]', async () => {
    const { ada, cy, id } = await liveBattle(test)
    const [dee, eve] = [await creator(test), await creator(test)]
    const lesson = await passQuiz(dee)
    const sent = [
      [cy, '/api/battles/gift', { battleId: id, participantId: ada.id, amount: 30 }],
      [dee, '/api/lessons/complete', { lessonId: lesson.id }],
      [dee, '/api/battles', form(eve.id, { battleDate: '2026-03-03T16:00:00.000Z' })],
    ] as const
    const send = () =>
      Promise.all(
        sent.map(([who, path, body], at) =>
          who.send<{ id?: string }>('POST', path, body, { 'idempotency-key': `key-of-trimming-${at}` }),
        ),
      )
    const first = await send()
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200])
    await query(`update idempotent_answers set created_at = created_at - interval '31 days'`)
    await trimTables(test.ctx)
    expect(await columnOf('select key from idempotent_answers')).toEqual([])
    const transfers = await columnOf('select id from ledger_transfers')
    const balances = await columnOf('select id || kind || coalesce(balance, 0) from ledger_accounts')
    const again = await send()
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(again.map(({ body }) => body.id)).toEqual(first.map(({ body }) => body.id))
    expect(await columnOf('select id from ledger_transfers')).toEqual(transfers)
    expect(await columnOf('select id || kind || coalesce(balance, 0) from ledger_accounts')).toEqual(balances)
    expect(await columnOf('select challenger_steeze from battles where id = $1', [id])).toEqual(['30'])
  })
})

describe('the steps of a battle', () => {
  it('go a year after it, while its page and its receipt stay as they were [battles.steps-kept]', async () => {
    const { ada, cy, id } = await liveBattle(test)
    await gift(cy, id, ada.id, 30)
    await runAt(test, '2026-03-02T20:00:00Z')
    const receipt = async () => {
      await ada.signIn()
      return ada.call('GET /api/battles/:id/receipt', { params: { id }, query: {} })
    }
    const steps = () => columnOf('select step from battle_steps where battle_id = $1', [id])
    const before = await receipt()
    expect(await steps()).toHaveLength(4)
    test.ctx.clock.set('2027-03-01T12:00:00Z')
    await trimTables(test.ctx)
    expect(await steps()).toHaveLength(4)
    test.ctx.clock.set('2027-03-03T12:00:00Z')
    await trimTables(test.ctx)
    expect(await steps()).toEqual([])
    expect(await receipt()).toEqual(before)
    expect(await readBattle(ada, id)).toMatchObject({ status: 'completed', winnerId: ada.id })
  })

  it('stay while it is open, whoever asks to remove them', async () => {
    const { id } = await liveBattle(test)
    test.ctx.clock.advance({ days: 400 })
    await trimTables(test.ctx)
    expect(await columnOf('select count(*) from battle_steps where battle_id = $1', [id])).toEqual(['3'])
    await expect(query('delete from battle_steps where battle_id = $1', [id])).rejects.toThrow('until it is over')
    await expect(query('update battle_steps set step = step where battle_id = $1', [id])).rejects.toThrow('append-only')
  })
})
