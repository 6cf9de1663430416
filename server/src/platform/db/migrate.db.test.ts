import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseState } from '../../../test/database-state.ts'
import { openTestDatabase } from '../../../test/open-test-database.ts'
import type { Db } from './db.ts'
import { migrate } from './migrate.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

/** Migrates, and answers which migrations that took. */
async function applied(): Promise<string[]> {
  const tags: string[] = []
  await migrate(db, { onApply: (tag) => tags.push(tag) })
  return tags
}

it('does nothing to a database that is up to date', async () => {
  const before = await databaseState(db)
  expect(before.aura_migrations?.length).toBeGreaterThanOrEqual(2)
  expect(await applied()).toEqual([])
  expect(await databaseState(db)).toEqual(before)
})

it('takes everything back when a migration fails', async () => {
  const [last] = await db.query<{ tag: string; position: number; hash: string }>(
    `delete from aura_migrations where position = (select max(position) from aura_migrations) returning *`,
  )
  const before = await databaseState(db)
  // What it makes is there already, or what it takes away is not.
  await expect(applied()).rejects.toMatchObject({ code: expect.stringMatching(/^(42P0[67]|42704|42710|42723|23505)$/) })
  expect(await databaseState(db)).toEqual(before)
  await db.query('insert into aura_migrations (position, tag, hash) values ($1, $2, $3)', [
    last?.position ?? 0,
    last?.tag ?? '',
    last?.hash ?? '',
  ])
  expect(await applied()).toEqual([])
})

it('leaves a database alone that a newer version has migrated', async () => {
  await db.query(`insert into aura_migrations (position, tag, hash) values (9999, '9999_of_tomorrow', 'unknown')`)
  const before = await databaseState(db)
  await expect(applied()).rejects.toThrow('used by a newer version of Aura: migration 9999_of_tomorrow')
  expect(await databaseState(db)).toEqual(before)
  await db.query('delete from aura_migrations where position = 9999')
  expect(await applied()).toEqual([])
})

it('refuses to go on when a migration was edited after it had been applied', async () => {
  await db.query(`update aura_migrations set hash = 'of another text' where position = 0`)
  const before = await databaseState(db)
  await expect(applied()).rejects.toThrow('migration 0000_start was edited after it had been applied')
  expect(await databaseState(db)).toEqual(before)
})
