import { afterEach, beforeEach, expect, it } from 'vitest'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { defaultLimits } from '../../limits.ts'
import { openPg } from '../db/connection/open-pg.ts'
import type { Db } from '../db/db.ts'

let url: string
let beside: Db
beforeEach(async () => {
  url = await newPostgresDatabase()
  beside = await openPg({ url, poolSize: 2 })
})
afterEach(() => beside.close())

const readyz = async ({ app }: TestApp) => {
  const reply = await app.inject({ url: '/readyz' })
  return [reply.statusCode, reply.json()]
}

it('is ready while the database is writable, and not while a table is locked', async () => {
  const test = await testApp({ openDb: () => openPg({ url, poolSize: 4 }) })
  expect(await readyz(test)).toEqual([200, { ok: true }])
  await beside.tx(async (tx) => {
    await tx.query('lock table battles in exclusive mode')
    expect(await readyz(test)).toEqual([503, { ok: false }])
  })
  expect(await readyz(test)).toEqual([200, { ok: true }])
  await test.close()
})

it('is ready while a table of an extension is locked', async () => {
  await beside.script('create table of_extension (id int); alter extension pg_trgm add table of_extension')
  const test = await testApp({ openDb: () => openPg({ url, poolSize: 4 }) })
  await beside.tx(async (tx) => {
    await tx.query('lock table of_extension in exclusive mode')
    expect(await readyz(test)).toEqual([200, { ok: true }])
  })
  await test.close()
})

it('is not ready on a read-only database', async () => {
  const readOnly = new URL(url)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  const test = await testApp({ openDb: () => openPg({ url: readOnly.href, poolSize: 4 }) })
  expect(await readyz(test)).toEqual([503, { ok: false }])
  await test.close()
})

it('is not ready while the database’s disk has no room', async () => {
  const full = new URL(url)
  // Writing to disk then fails with an error of the same class as a full disk.
  full.searchParams.set('options', '-c temp_file_limit=0')
  const test = await testApp({ openDb: () => openPg({ url: full.href, poolSize: 4 }) })
  expect(await readyz(test)).toEqual([503, { ok: false }])
  await test.close()
})

it('responds within a second that it is not ready when the database hangs', async () => {
  const frozen = Promise.withResolvers<never>()
  let checks = 0
  const test = await testApp({
    limits: { readinessMs: defaultLimits.readinessMs },
    openDb: () => openPg({ url, poolSize: 4 }),
    wrapDb: (db) => ({
      ...db,
      tx: () => {
        checks++
        return frozen.promise
      },
    }),
  })
  expect(await Promise.all(Array.from({ length: 20 }, () => readyz(test)))).toEqual(
    Array.from({ length: 20 }, () => [503, { ok: false }]),
  )
  expect(checks).toBe(1)
  frozen.reject(new Error('frozen'))
  await test.close()
})
