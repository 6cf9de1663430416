import { mkdtemp, readFile, rm } from 'node:fs/promises'
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
import { ADVISORY_LOCKS } from '../lock-order.ts'
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
  const state = first ? await databaseState(first, { except: ['ledger_accounts', 'ledger_shard', 'rank_log'] }) : {}
  await Promise.all(servers.map((db) => db.close()))

  const journal = JSON.parse(
    await readFile(new URL('../../../../migrations/meta/_journal.json', import.meta.url), 'utf8'),
  )
  const expected = journal.entries.map(({ tag }: { tag: string }) => tag)
  expect(tags).toEqual(expected)
  expect(state.aura_migrations?.map((row) => JSON.parse(row).tag).sort()).toEqual([...expected].sort())
  // All tables exist, and of those here only the migration list has rows.
  const { aura_migrations: _, ...others } = state
  expect(Object.keys(others)).toContain('ledger_transfers')
  expect(Object.values(others).flat()).toEqual([])
})

const TAG = '0001_functions'

/** A migrated database to which that migration, which puts triggers on a table others write to, is applied anew. */
async function beforeTriggers(): Promise<{ db: Db; holder: Db }> {
  const url = await newPostgresDatabase()
  const [db, holder] = await Promise.all([openPg({ url, poolSize: 2 }), openPg({ url, poolSize: 2 })])
  ended.push(
    () => db.close(),
    () => holder.close(),
  )
  await db.query('delete from aura_migrations where tag = $1', [TAG])
  return { db, holder }
}

const lockAsWriter = (tx: Tx) => tx.query('lock table ledger_transfers in row exclusive mode')

const BRIEF = { waitMs: 50, buildWaitMs: 50, pauseMs: 10, tries: 3 }

it('gives up its place in the queue for a table that is in use, and tries again', async () => {
  const { db, holder } = await beforeTriggers()
  const release = await holding(holder, lockAsWriter)
  const [blocked, tags]: [string[], string[]] = [[], []]
  await migrate(db, {
    locks: { ...BRIEF, tries: 100 },
    onApply: (tag) => tags.push(tag),
    onBlocked(tag) {
      blocked.push(tag)
      // Between its tries other writers get in.
      if (blocked.length === 2) void holder.tx(lockAsWriter).then(release)
    },
  })
  expect(new Set([...tags, ...blocked])).toEqual(new Set([TAG]))
  expect(blocked.length).toBeGreaterThanOrEqual(2)
  expect(await holder.query('select tag from aura_migrations where tag = $1', [TAG])).toEqual([{ tag: TAG }])
})

it('says what to look for when a table stays in use, and changes nothing', async () => {
  const { db, holder } = await beforeTriggers()
  const release = await holding(holder, lockAsWriter)
  const before = await databaseState(holder)
  let rounds = 0
  await expect(migrate(db, { locks: BRIEF, onBlocked: () => rounds++ })).rejects.toThrow(
    `Migrating waited too long for a table that another session uses (at ${TAG}). Nothing was changed.`,
  )
  expect(rounds).toBe(2)
  expect(await databaseState(holder)).toEqual(before)
  await release()
})

it('runs one that says so apart, once the locks of those before it are gone', async () => {
  const path = await mkdtemp(join(tmpdir(), 'aura-migrations-'))
  const folder = pathToFileURL(`${path}/`)
  ended.push(() => rm(path, { recursive: true }))
  const fails = `do $$ begin
    if exists (select from pg_locks where relation = 'things'::regclass and mode = 'AccessExclusiveLock') then
      raise 'still locked';
    end if;
  end $$;`
  const first = { '0000_first': 'create table things (id int);' }
  const lock = { ...first, '0001_lock': 'alter table things add size int;' }
  const db = await openPg({ url: await newPostgresDatabase({ isMigrated: false }), poolSize: 2 })
  ended.push(() => db.close())
  await writeMigrations(folder, first)
  await migrate(db, { folder })
  await writeMigrations(folder, { ...lock, '0002_reads': fails })
  await expect(migrate(db, { folder })).rejects.toThrow('still locked')
  const last = { '0003_last': 'alter table things add weight int;' }
  await writeMigrations(folder, { ...lock, '0002_reads': `-- Apart: reads all of it\n${fails}`, ...last })
  const tags: string[] = []
  await migrate(db, { folder, onApply: (tag) => tags.push(tag) })
  expect(tags).toEqual(['0001_lock', '0002_reads', '0003_last'])
})

it('waits for another server that migrates, however long it takes', async () => {
  const { db, holder } = await beforeTriggers()
  const release = await holding(holder, (tx) =>
    tx.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrations]),
  )
  let [rounds, asked] = [0, 0]
  const enough = Promise.withResolvers<void>()
  const counted: Db = {
    ...db,
    tx: async (work) => {
      const result = await db.tx(work)
      // Far more often than it tries.
      if (++asked === 5) enough.resolve()
      return result
    },
  }
  const tags: string[] = []
  const migrated = migrate(counted, {
    locks: { ...BRIEF, tries: 1 },
    onApply: (tag) => tags.push(tag),
    onBlocked: () => rounds++,
  })
  await enough.promise
  expect(tags).toEqual([])
  await release()
  await migrated
  expect([tags, rounds]).toEqual([[TAG], 0])
})
