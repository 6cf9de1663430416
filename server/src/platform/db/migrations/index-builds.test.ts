import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { writeMigrations } from '../../../../../tests/server/database/write-migrations.ts'
import { openPglite } from '../connection/open-pglite.ts'
import { blockingBuilds, indexBuildsOf, plainBuild } from './index-builds.ts'
import { migrate } from './migrate.ts'

it('finds the index builds of a migration, which has nothing else', () => {
  const builds = indexBuildsOf([
    '-- Why.\nCREATE INDEX CONCURRENTLY "a_by_b" ON "a" USING btree ("b");',
    'create unique index concurrently if not exists c on a (c);',
  ])
  expect(builds?.map(({ name }) => name)).toEqual(['a_by_b', 'c'])
  expect(builds?.map(plainBuild)).toEqual([
    'CREATE INDEX "a_by_b" ON "a" USING btree ("b");',
    'create unique index if not exists c on a (c);',
  ])
  expect(indexBuildsOf(['create index a on b (c);', '-- create index concurrently d on e (f)'])).toBeNull()
  expect(() => indexBuildsOf(['create index concurrently a on b (c);', 'select 1;'])).toThrow('may do nothing else')
  expect(() => indexBuildsOf(['drop index concurrently a;'])).toThrow('may do nothing else')
})

it.each([
  ['CREATE INDEX "a_by_b" ON "a" USING btree ("b");', ['a_by_b on a']],
  ['create unique index if not exists a_by_b on a (b);', ['a_by_b on a']],
  ['ALTER TABLE "a" ADD CONSTRAINT "a_b_unique" UNIQUE("b");', ['a_b_unique on a']],
  ['alter table a add primary key (b);', ['a key on a']],
  ['create table c ();\ncreate index a_by_b on a (b);\ncreate index c_by_b on c (b);', ['a_by_b on a']],
  ['create index concurrently a_by_b on a (b);', []],
  ['alter table a add constraint a_b unique using index a_by_b;', []],
  ['alter table a add constraint a_b check (unique_b > 0);', []],
  ['CREATE TABLE "a" (\n"b" int\n);\nCREATE INDEX "a_by_b" ON "a" ("b");\nalter table a add primary key (b);', []],
  ['-- create index a_by_b on a (b);', []],
])('finds indexes that writers of an existing table would wait for: %s', (text, found) => {
  expect(blockingBuilds(text)).toEqual(found)
  expect(blockingBuilds(`-- Small table: one row for each admin.\n${text}`)).toEqual([])
  expect(blockingBuilds(`-- Small table:\n${text}`)).toEqual(found)
})

it('builds plain indexes in the one transaction on the embedded database', { timeout: 60_000 }, async () => {
  const path = await mkdtemp(join(tmpdir(), 'aura-migrations-'))
  const folder = pathToFileURL(`${path}/`)
  const db = await openPglite({ dataDir: null })
  const migrations = {
    '0000_things': 'create table things (id int);',
    '0001_builds': 'create index concurrently things_by_id on things (id);',
  }
  try {
    await writeMigrations(folder, { ...migrations, '0002_wrong': 'select 1 / 0;' })
    await expect(migrate(db, { folder })).rejects.toMatchObject({ code: '22012' })
    expect(await db.query(`select to_regclass('things')::text as found`)).toEqual([{ found: null }])
    await writeMigrations(folder, migrations)
    await migrate(db, { folder })
    expect(await db.query(`select to_regclass('things_by_id')::text as found`)).toEqual([{ found: 'things_by_id' }])
  } finally {
    await db.close()
    await rm(path, { recursive: true })
  }
})
