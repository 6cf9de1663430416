import { expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import type { Db, SqlValue, Tx } from '../../platform/db/db.ts'

/** Tables that always have few rows, so that a statement may read all of them. */
const SMALL = [
  'admin_actions',
  'auth_nonces',
  'battle_rounds_one_open',
  'live_announcements',
  'steeze_redemptions_one_open',
  'suspensions',
  'provider_flows',
]

const test = openForAll(() => testApp({ openDb: async () => explaining(await openTestDatabase()) }))
let wide: string[] = []

/**
 * Removes statistics, without which each table counts as ten pages: with them PostgreSQL reads an index of a few rows
 * in its order. Autovacuum must not bring them back.
 */
async function forgetStatistics(): Promise<void> {
  const tables = await test.ctx.db.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  for (const { name } of tables) await test.ctx.db.query(`alter table ${name} set (autovacuum_enabled = false)`)
  await test.ctx.db.query("update pg_class set reltuples = -1, relpages = 0 where relkind in ('r', 'i')")
  await test.ctx.db.query('delete from pg_statistic')
}

/** Returns the tables and indexes that a call reads whole. */
async function wideReadsOf(call: (ada: Actor) => Promise<() => Promise<unknown>>): Promise<string[]> {
  const ready = await call(await newcomer(test))
  await forgetStatistics()
  wide = []
  await ready()
  return wide
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

/**
 * Explains each statement of a transaction before it runs. `wide` collects those that read all of a table or of an
 * index.
 */
const explaining = (db: Db): Db => ({
  ...db,
  tx: (work) =>
    db.tx(async (tx) => {
      for (const method of ['seqscan', 'hashjoin', 'mergejoin']) await tx.query(`set local enable_${method} = off`)
      return work({
        ...tx,
        async query<Row>(text: string, values?: readonly SqlValue[]) {
          if (/^\s*(?:select|with|insert|update|delete|declare)\b/i.test(text)) await explain(tx, text, values)
          return tx.query<Row>(text, values)
        },
      })
    }),
})

async function explain(tx: Tx, text: string, values?: readonly SqlValue[]): Promise<void> {
  const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values)
  for (const plan of plansIn(row?.['QUERY PLAN'][0].Plan)) {
    const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index, 'Index Cond': condition = '' } = plan
    if (SMALL.includes(table) || (index && SMALL.includes(index))) continue
    if (type === 'Seq Scan') wide.push(`${table}: ${text}`)
    // A condition on a later column alone compares every entry.
    if (index && !condition.includes(await leadOf(tx, index))) wide.push(`${index}: ${text}`)
  }
}

const plansIn = (plan: Plan | undefined): Plan[] => (plan ? [plan, ...(plan.Plans ?? []).flatMap(plansIn)] : [])

async function leadOf(tx: Tx, index: string): Promise<string> {
  const [row] = await tx.query<{ lead: string }>('select pg_get_indexdef($1::regclass, 1, true) as lead', [index])
  return row?.lead ?? index
}

it('a download finds everything by indexes', async () => {
  expect(await wideReadsOf(async (ada) => () => ada.call('GET /api/user/export'))).toEqual([])
})

it('the deletion of an account finds everything by indexes', async () => {
  const reads = wideReadsOf(async (ada) => {
    const body = { confirmation: (await ada.me()).username, proof: await ada.freshProof('delete-account') }
    return () => ada.call('POST /api/user/delete', { body })
  })
  expect(await reads).toEqual([])
})
