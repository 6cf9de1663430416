import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { holding } from '../../../../../tests/server/database/holding.ts'
import { newPostgresDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { writeMigrations } from '../../../../../tests/server/database/write-migrations.ts'
import { openPg } from '../connection/open-pg.ts'
import type { Db, Tx } from '../db.ts'
import { migrate } from './migrate.ts'

const ended: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

it('runs once when several servers start on an empty database together', async () => {
  const url = await newPostgresDatabase({ isMigrated: false })
  const servers = await Promise.all([1, 2, 3, 4].map(() => openPg({ url, poolSize: 2 })))
  const tags: string[] = []
  await Promise.all(servers.map((db) => migrate(db, { onApply: (tag) => tags.push(tag) })))
  const [first] = servers
  const state = first ? await databaseState(first, { except: ['ledger_accounts', 'rank_log'] }) : {}
  await Promise.all(servers.map((db) => db.close()))

  const files = await readdir(new URL('../../../../migrations/', import.meta.url))
  const expected = files.flatMap((name) => /^(.+)[.]sql$/.exec(name)?.[1] ?? []).sort()
  expect(tags).toEqual(expected)
  expect(state.aura_migrations?.map((row) => JSON.parse(row).tag).sort()).toEqual([...expected].sort())
  // All tables exist, and only the list of migrations has rows.
  const { aura_migrations: _, ...others } = state
  expect(Object.keys(others)).toContain('ledger_transfers')
  expect(Object.values(others).flat()).toEqual([])
})

const TAG = '0001_size'

/** Returns a database with one pending migration, which changes a table that others write to. */
async function beforeChange(): Promise<{ db: Db; holder: Db; folder: URL }> {
  const path = await mkdtemp(join(tmpdir(), 'aura-migrations-'))
  const folder = pathToFileURL(`${path}/`)
  const url = await newPostgresDatabase({ isMigrated: false })
  const [db, holder] = await Promise.all([openPg({ url, poolSize: 2 }), openPg({ url, poolSize: 2 })])
  ended.push(
    () => db.close(),
    () => holder.close(),
    () => rm(path, { recursive: true }),
  )
  const first = { '0000_things': 'create table things (id int);' }
  await writeMigrations(folder, first)
  await migrate(db, { folder })
  await writeMigrations(folder, { ...first, [TAG]: 'alter table things add size int;' })
  return { db, holder, folder }
}

const lockAsWriter = (tx: Tx) => tx.query('lock table things in row exclusive mode')

const BRIEF = { waitMs: 50, pauseMs: 10, tries: 3 }

it('gives up its place in the queue for a table that is in use, and tries again', async () => {
  const { db, holder, folder } = await beforeChange()
  const release = await holding(holder, lockAsWriter)
  const [blocked, tags]: [string[], string[]] = [[], []]
  await migrate(db, {
    folder,
    locks: { ...BRIEF, tries: 100 },
    onApply: (tag) => tags.push(tag),
    onBlocked(tag) {
      blocked.push(tag)
      // Other writers get in between its attempts.
      if (blocked.length === 2) void holder.tx(lockAsWriter).then(release)
    },
  })
  expect(new Set([...tags, ...blocked])).toEqual(new Set([TAG]))
  expect(blocked.length).toBeGreaterThanOrEqual(2)
  expect(await holder.query('select tag from aura_migrations where tag = $1', [TAG])).toEqual([{ tag: TAG }])
})

it('says what to look for when a table stays in use, and changes nothing', async () => {
  const { db, holder, folder } = await beforeChange()
  const release = await holding(holder, lockAsWriter)
  const before = await databaseState(holder)
  let rounds = 0
  await expect(migrate(db, { folder, locks: BRIEF, onBlocked: () => rounds++ })).rejects.toThrow(
    `Migrating waited too long for a table that another session uses (at ${TAG}). Nothing was changed.`,
  )
  expect(rounds).toBe(2)
  expect(await databaseState(holder)).toEqual(before)
  await release()
})
