import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openTestDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import type { Db } from '../db.ts'
import { migrate, migrationState } from './migrate.ts'

let db: Db
let fresh: string[]
beforeAll(async () => {
  db = await openTestDatabase()
  fresh = await functions()
})
afterAll(() => db.close())

async function applied(on = db): Promise<string[]> {
  const tags: string[] = []
  await migrate(on, { onApply: (tag) => tags.push(tag) })
  return tags
}

async function functions(on = db): Promise<string[]> {
  const rows = await on.query<{ text: string }>(
    `select format('%s(%s) %s', p.proname, pg_get_function_arguments(p.oid), p.prosrc) as text
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname <> 'c' order by 1`,
  )
  return rows.map(({ text }) => text)
}

it('does nothing to a database that is up to date', async () => {
  const before = await databaseState(db)
  expect(before.aura_migrations?.length).toBeGreaterThanOrEqual(2)
  expect(await applied()).toEqual([])
  expect(await databaseState(db)).toEqual(before)
})

it('compiles no plan of functions that switch a kind of plan off, which seem dear before PostgreSQL 18', async () => {
  const rows = await db.query<{ name: string; settings: string[] }>(
    `select proname as name, proconfig as settings from pg_proc
     where pronamespace = 'public'::regnamespace and array_to_string(proconfig, ' ') ~ '\\menable_' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toContain('move_balances')
  expect(rows.filter(({ settings }) => !settings.includes('jit=off'))).toEqual([])
})

it('rolls everything back when a migration fails', async () => {
  // The last migration fails at its end, after it has replaced every other function.
  const body = `$$ begin return null; end $$`
  await db.script(`
    delete from aura_migrations where position = 1;
    create or replace function keep_ranks() returns trigger language plpgsql as ${body};
    alter function transfers_with_keys(text[]) rename to set_aside;
    create function transfers_with_keys(text[]) returns integer language sql as 'select 1'`)
  const [before, functionsBefore] = [await databaseState(db), await functions()]
  expect(functionsBefore).toContain(`keep_ranks() ${body.replaceAll('$', '')}`)
  await expect(applied()).rejects.toMatchObject({ code: '42P13' })
  expect(await databaseState(db)).toEqual(before)
  expect(await functions()).toEqual(functionsBefore)
  await db.script(`
    drop function transfers_with_keys(text[]);
    alter function set_aside(text[]) rename to transfers_with_keys`)
  expect(await applied()).toEqual(['0001_functions'])
})

describe('a database that a newer version has migrated', () => {
  const ahead = (position: number, isBreaking = false) =>
    db.query('insert into aura_migrations (position, tag, hash, is_breaking) values ($1, $2, $3, $4)', [
      position,
      `${position}_of_tomorrow`,
      'unknown',
      isBreaking,
    ])
  afterEach(() => db.query('delete from aura_migrations where position >= 9998'))

  it('is one this version runs on if it is one migration ahead [access.boot-newer-database]', async () => {
    await ahead(9998)
    const before = await databaseState(db)
    expect(await applied()).toEqual([])
    expect(await migrationState(db)).toMatchObject({ pending: [], newer: ['9998_of_tomorrow'] })
    expect(await databaseState(db)).toEqual(before)
  })

  it.each([
    [
      'two migrations ahead',
      () => ahead(9998).then(() => ahead(9999)),
      'migrations 9998_of_tomorrow, 9999_of_tomorrow are unknown here, and a version runs on a database that is one ' +
        'migration ahead of it at most. Start that version.',
    ],
    [
      'one breaking migration ahead',
      () => ahead(9998, true),
      'migration 9998_of_tomorrow is unknown here, and the version before it cannot run on what it changed.',
    ],
    [
      'of a version that went another way',
      () => ahead(9998).then(() => db.query('delete from aura_migrations where position = 1')),
      'migration 9998_of_tomorrow is unknown here, and the database lacks 0001_functions.',
    ],
  ])('is left alone when it is %s', async (_, make, message) => {
    const functions = await db.query<{ hash: string }>('select hash from aura_migrations where position = 1')
    await make()
    const before = await databaseState(db)
    await expect(applied()).rejects.toThrow(`used by a newer version of Aura: ${message}`)
    await expect(migrationState(db)).rejects.toThrow(message)
    expect(await databaseState(db)).toEqual(before)
    await db.query(
      `insert into aura_migrations (position, tag, hash) values (1, '0001_functions', $1) on conflict do nothing`,
      [functions[0]?.hash ?? ''],
    )
  })
})

it('adds to an older list of migrations which are breaking, once', async () => {
  await db.script('alter table aura_migrations drop column is_breaking')
  expect(await applied()).toEqual([])
  expect(await db.query('select distinct is_breaking from aura_migrations')).toEqual([{ is_breaking: false }])
  expect(await applied()).toEqual([])
})

describe('a database of the history before 0000_schema', () => {
  const LAST = ['0034_session-limits', '690a5cb599b18418c57a61f7eb2e4095047cd082d38d244ca21423200d086fa2'] as const
  const ADA = '00000000-0000-4000-8000-000000000001'
  const read = (tag: string) => readFile(new URL(`../../../../migrations/${tag}.sql`, import.meta.url), 'utf8')
  let old: Db
  beforeAll(async () => {
    old = await openTestDatabase()
    await old.script(`
      drop schema public cascade;
      create schema public;
      ${await read('0000_schema')}
      ${await read('0001_functions')}
      drop index ledger_holds_by_account;
      drop function rank_shares(text, bigint, bigint, bigint, timestamptz);
      create or replace function keep_ranks() returns trigger language plpgsql as $$ begin return null; end $$;
      create function recount_ranks() returns void language sql as '';
      create function rebuild_ranks_of_all() returns void language sql as '';
      create table aura_migrations (position int primary key, tag text not null unique, hash text not null);
      insert into users (id, username, created_at) values ('${ADA}', 'ada', '2026-01-01T00:00:00Z')`)
  })
  afterAll(() => old.close())

  async function endWith(tag: string, hash: string): Promise<void> {
    await old.query(`delete from aura_migrations`)
    await old.query(`insert into aura_migrations values (0, '0000_start', 'first'), (34, $1, $2)`, [tag, hash])
  }

  it.each([
    ['stopped earlier', '0033_battles-listed', LAST[1]],
    ['took another text of its last step', LAST[0], 'of another text'],
  ])('is refused with instructions when it %s', async (_, tag, hash) => {
    await endWith(tag, hash)
    const [before, functionsBefore] = [await databaseState(old), await functions(old)]
    await expect(applied(old)).rejects.toThrow(
      `its last migration is ${tag}) and can't be upgraded. Start with an empty one: move the folder that DATA_DIR names`,
    )
    expect(await databaseState(old)).toEqual(before)
    expect(await functions(old)).toEqual(functionsBefore)
  })

  it('is adopted when complete: its data stays and its functions are replaced', async () => {
    await endWith(...LAST)
    // Without the one that a later migration adds.
    const accounts = () =>
      old.query(
        `select id, owner_id, kind, currency, is_tracked, balance from ledger_accounts
         where kind <> 'steeze_transit' order by id`,
      )
    const before = await accounts()
    expect(before).not.toEqual([])
    const migrations = await db.query<{ tag: string }>('select * from aura_migrations order by position')
    expect(await applied(old)).toEqual(migrations.slice(1).map(({ tag }) => tag))
    expect(await old.query('select * from aura_migrations order by position')).toEqual(migrations)
    expect(await functions(old)).toEqual(fresh)
    expect(await old.query(`select to_regclass('ledger_holds_by_account')::text as index`)).toEqual([
      { index: 'ledger_holds_by_account' },
    ])
    expect(await old.query('select id, username from users')).toEqual([{ id: ADA, username: 'ada' }])
    expect(await accounts()).toEqual(before)
    expect(await applied(old)).toEqual([])
  })
})

it('refuses to continue when an applied migration was edited', async () => {
  await db.query(`update aura_migrations set hash = 'of another text' where position = 0`)
  const before = await databaseState(db)
  await expect(applied()).rejects.toThrow('migration 0000_schema was edited after it had been applied')
  expect(await databaseState(db)).toEqual(before)
})
