import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { databaseState } from '../../../test/database/database-state.ts'
import { newPostgresDatabase } from '../../../test/database/open-test-database.ts'
import { migrate } from './migrate.ts'
import { openPg } from './open-pg.ts'

it('runs once when several servers start on an empty database together', async () => {
  const url = await newPostgresDatabase({ isMigrated: false })
  const servers = await Promise.all([1, 2, 3, 4].map(() => openPg({ url, poolSize: 2 })))
  const tags: string[] = []
  await Promise.all(servers.map((db) => migrate(db, { onApply: (tag) => tags.push(tag) })))
  const [first] = servers
  const state = first ? await databaseState(first, { except: ['ledger_accounts'] }) : {}
  await Promise.all(servers.map((db) => db.close()))

  const journal = JSON.parse(await readFile(new URL('../../../migrations/meta/_journal.json', import.meta.url), 'utf8'))
  const expected = journal.entries.map(({ tag }: { tag: string }) => tag)
  expect(tags).toEqual(expected)
  expect(state.aura_migrations?.map((row) => JSON.parse(row).tag).sort()).toEqual([...expected].sort())
  // All tables exist and only the migration list has rows.
  const { aura_migrations: _, ...others } = state
  expect(Object.keys(others)).toContain('ledger_transfers')
  expect(Object.values(others).flat()).toEqual([])
})
