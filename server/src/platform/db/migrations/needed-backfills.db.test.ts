import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../../../test/database/open-test-database.ts'
import { writeMigrations } from '../../../../test/database/write-migrations.ts'
import type { Db } from '../db.ts'
import { migrate } from './migrate.ts'
import { neededBackfills } from './needed-backfills.ts'

let path: string
let folder: URL
let db: Db
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'aura-migrations-'))
  folder = pathToFileURL(`${path}/`)
  db = await openTestDatabase()
  await db.script(`drop table aura_migrations; create table things (id int); insert into things values (1)`)
  await writeMigrations(folder, { '0000_switch': '-- Needs backfill: things.size\nalter table things add size int;' })
})
afterEach(async () => {
  await Promise.all([db.close(), rm(path, { recursive: true })])
})

const refused = () =>
  expect(migrate(db, { folder })).rejects.toThrow('Migration 0000_switch needs the backfill things.size, which is not')

it('is refused until the backfill it needs is complete, and changes nothing before', async () => {
  await refused()
  await db.query(`insert into backfills (name, due_at) values ('things.size', '-infinity'), ('things.x', '-infinity')`)
  await db.query(`update backfills set completed_at = '-infinity' where name = 'things.x'`)
  await refused()
  await db.query(`update backfills set completed_at = '-infinity'`)
  await migrate(db, { folder })
  expect(await db.query('select size from things')).toEqual([{ size: null }])
})

it('needs nothing where there is nothing to fill', async () => {
  await db.query('delete from things')
  await migrate(db, { folder })
  expect(await db.query('select size from things')).toEqual([])
})

it('says so in lines of its own', () => {
  expect(neededBackfills('-- Needs backfill: a.b\n-- Needs backfill: c.d-e\nselect 1;')).toEqual(['a.b', 'c.d-e'])
  expect(neededBackfills('select 1; -- Needs backfill: a.b')).toEqual([])
})
