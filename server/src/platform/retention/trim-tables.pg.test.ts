import { pgTable, text } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { unhurriedLimits } from '../../../../tests/server/test-settings.ts'
import { systemClock } from '../clock.ts'
import type { Context } from '../context.ts'
import { openPg } from '../db/connection/open-pg.ts'
import { trimmed } from './retention.ts'
import { trimmingDue } from './trim-tables.ts'

const authNonces = pgTable('auth_nonces', { nonce: text() })
const tables = [trimmed(authNonces, { keptMs: () => 0, where: 'r.expires_at <= $1', oldest: 'r.expires_at' })]

async function twoServers() {
  const address = new URL(await newPostgresDatabase())
  // A regression fails by lock timeout instead of hanging this test.
  address.searchParams.set('options', '-c lock_timeout=5s')
  const open = () => openPg({ url: address.href, poolSize: 2 })
  const [db, other] = await Promise.all([open(), open()])
  await db.query(
    `insert into auth_nonces (nonce, purpose, wallet_address, browser_hash, message, expires_at)
     select n::text, 'sign-in', 'x', '', 'x', '2026-03-02T12:00:00Z'::timestamptz + n * interval '1 ms'
     from generate_series(1, 1500) n`,
  )
  const jobOf = (each: typeof db) =>
    trimmingDue({ db: each, clock: systemClock, limits: unhurriedLimits } as unknown as Context, {
      tables,
      onError: (error) => {
        throw error
      },
    })
  const removed = async () => (await db.query<{ removed: number }>('select removed from trim_rounds'))[0]?.removed
  return { db, other, jobOf, removed, close: () => Promise.all([db.close(), other.close()]) }
}

it('a rule is run by one server at a time', async () => {
  const { db, other, jobOf, removed, close } = await twoServers()
  try {
    const [first, second] = [jobOf(db), jobOf(other)]
    const [taken, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await first.runBatch()
    await db.query(`update trim_rounds set due_at = '-infinity'`)
    const busy = db.tx(async (tx) => {
      await tx.query('select 1 from trim_rounds for update')
      taken.resolve()
      await done.promise
    })
    await taken.promise
    expect(await second.runBatch()).toBe(false)
    done.resolve()
    await busy
    const both = await Promise.all([first.runBatch(), second.runBatch()])
    expect(both).toContain(true)
    expect([await removed(), (await db.query('select 1 from auth_nonces')).length]).toEqual([1_500, 0])
  } finally {
    await close()
  }
})

it('waits for no row that a request has locked, and removes it the next time', async () => {
  const { db, other, jobOf, removed, close } = await twoServers()
  try {
    const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const busy = other.tx(async (tx) => {
      await tx.query(`select 1 from auth_nonces where nonce = '1' for update`)
      locked.resolve()
      await done.promise
    })
    await locked.promise
    const job = jobOf(db)
    await job.runBatch()
    await db.query(`update trim_rounds set due_at = '-infinity'`)
    await job.runBatch()
    expect(await db.query('select nonce from auth_nonces')).toEqual([{ nonce: '1' }])
    done.resolve()
    await busy
    await db.query(`update trim_rounds set due_at = '-infinity'`)
    await job.runBatch()
    expect(await removed()).toBe(1_500)
  } finally {
    await close()
  }
})
