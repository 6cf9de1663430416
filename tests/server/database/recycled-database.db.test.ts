import { expect, it } from 'vitest'
import { openTestDatabase } from './open-test-database.ts'

const COLUMN = `select count(*) as count from pg_attribute where attrelid = 'users'::regclass and attname = 'left_over'`

const opened = async <T>(work: (db: Awaited<ReturnType<typeof openTestDatabase>>) => Promise<T>): Promise<T> => {
  const db = await openTestDatabase()
  return work(db).finally(() => db.close())
}

it.each<[string, (db: Awaited<ReturnType<typeof openTestDatabase>>, text: string) => Promise<unknown>]>([
  ['a script', (db, text) => db.script(text)],
  ['a transaction', (db, text) => db.tx((tx) => tx.query(text))],
])('a database whose tables %s changed is not used again', async (_, change) => {
  await opened(async (db) => {
    await change(db, 'ALTER table users add column left_over int')
    expect(await db.query(COLUMN)).toEqual([{ count: 1 }])
  })
  await opened(async (db) => expect(await db.query(COLUMN)).toEqual([{ count: 0 }]))
})

it('a database with a table that is no longer vacuumed is not used again', async () => {
  const set = `select relname::text as name from pg_class where reloptions::text like '%autovacuum_enabled%'`
  await opened(async (db) => {
    await db.query('alter table users set (autovacuum_enabled = false)')
    expect(await db.query(set)).toEqual([{ name: 'users' }])
  })
  await opened(async (db) => expect(await db.query(set)).toEqual([]))
})
