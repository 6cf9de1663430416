import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { migrate } from '../../../server/src/platform/db/migrations/migrate.ts'
import { auditAll } from '../../../server/src/programs/audit-all.ts'
import { startPostgres } from '../../../tools/postgres/postgres.ts'
import { copyCluster } from '../../../tools/postgres/postgres-copy.ts'
import { reachableTempFolder } from '../../../tools/postgres/postgres-files.ts'
import { Actor, newcomer } from '../actors/actors.ts'
import { passQuiz } from '../actors/learning.ts'
import { buy, follow, purchasedOf, withUsdc } from '../chain/chain.ts'
import { type TestApp, testApp } from '../test-app.ts'

const DOCS = readFileSync(join(import.meta.dirname, '../../../docs/running.md'), 'utf8')
const RESETS = [...DOCS.matchAll(/alter system reset \w+/g)].map(([statement]) => statement)
const TARGET = [...DOCS.matchAll(/^(restore_command|recovery_target_\w+) = '.*'$/gm)]

async function open(url: string): Promise<Db> {
  const db = await openPg({ url, poolSize: 2 })
  onTestFinished(() => db.close())
  return db
}

/** Returns the same browser at the server of the restored database, with the cookies it had. */
function backAt(test: TestApp, cookies: ReadonlyMap<string, string>): Actor {
  const actor = new Actor(test)
  for (const [name, value] of cookies) actor.cookies.set(name, value)
  return actor
}

it('a lost cluster comes back as it was at a moment, from a base backup and the archived write-ahead log, and at a later one from the same', async () => {
  const folder = mkdtempSync(join(reachableTempFolder(), 'aura-point-in-time-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o711)
  const [dir, base, archive] = ['cluster', 'base', 'archive'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(archive)
  // PostgreSQL may run as another user.
  chmodSync(archive, 0o777)
  const archiving = { archive_mode: 'on', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f` }
  const lost = await startPostgres({
    dir,
    settings: {
      wal_level: 'replica',
      synchronous_commit: 'on',
      ...archiving,
    },
  })
  onTestFinished(() => lost.stop())
  const db = await open(lost.url)
  await migrate(db)
  await copyCluster({ url: lost.url, dir }, base)

  const before = await testApp({ openDb: () => openPg({ url: lost.url, poolSize: 4 }) })
  const [ada, bo] = [await withUsdc(before), await newcomer(before)]
  buy(before, ada, 2)
  await follow(before)
  const lesson = await passQuiz(ada)
  const boCookies = new Map(bo.cookies)
  const adaCookies = new Map(ada.cookies)
  const points = (await ada.me()).auraPoints
  const now = async () => {
    const [moment] = await db.query<{ at: string }>('select clock_timestamp()::text as at')
    return moment?.at ?? ''
  }
  const moment = await now()

  // All of this happens after the moment.
  const claim = (actor: Actor) =>
    actor.send<{ auraEarned: number }>(
      'POST',
      '/api/lessons/complete',
      { lessonId: lesson.id },
      { 'idempotency-key': 'the-claim-of-ada' },
    )
  const { body: claimed } = await claim(ada)
  buy(before, ada, 3)
  await follow(before)
  const later = await now()
  await bo.call('POST /api/auth/logout')
  const late = await newcomer(before)
  expect(await purchasedOf(ada)).toBe(50)
  await before.close()
  const [last] = await db.query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment')
  await expect
    .poll(async () => {
      const [archived] = await db.query<{ done: boolean }>(
        'select last_archived_wal >= $1 as done from pg_stat_archiver',
        [last?.segment ?? ''],
      )
      return archived?.done
    })
    .toBe(true)
  await lost.stop()
  rmSync(dir, { recursive: true })

  async function restore(name: string, at: string) {
    const dir = join(folder, name)
    cpSync(base, dir, { recursive: true })
    chmodSync(dir, 0o700)
    const kept = join(dir, 'postgresql.auto.conf')
    for (const [line] of TARGET) {
      appendFileSync(kept, `${line.replace('$KEPT/wal', archive).replace('$MOMENT', at)}\n`)
    }
    const restored = await startPostgres({ dir, settings: { synchronous_commit: 'on', ...archiving } })
    onTestFinished(() => restored.stop())
    const copy = await open(restored.url)
    await expect.poll(() => copy.query('select pg_is_in_recovery() as recovers')).toEqual([{ recovers: false }])
    // The next base backup would contain them, and a restore from it would stop at this moment.
    for (const statement of RESETS) await copy.query(statement)
    for (const [, setting = ''] of TARGET) expect(readFileSync(kept, 'utf8')).not.toContain(setting)
    return { restored, copy }
  }

  const { restored, copy } = await restore('first', moment)
  expect((await auditAll(copy)).flatMap(({ broken }) => broken)).toEqual([])

  const after = await testApp({ openDb: () => openPg({ url: restored.url, poolSize: 4 }) })
  Object.assign(after.ctx, { chain: before.ctx.chain })
  const back = backAt(after, adaCookies)
  expect((await back.me()).auraPoints).toBe(points)
  expect(await purchasedOf(back)).toBe(20)
  // Later events of the contract are read once, from the restored cursor.
  await follow(after)
  await follow(after)
  expect(await purchasedOf(back)).toBe(50)
  // A retry of a lost write takes effect, once.
  expect((await claim(back)).body).toEqual(claimed)
  expect((await claim(back)).body).toEqual(claimed)
  expect((await back.me()).auraPoints).toBe(points + claimed.auraEarned)
  // Sessions are those of the moment, even for users who joined or left later.
  expect((await backAt(after, late.cookies).send('GET', '/api/auth/user')).status).toBe(401)
  expect((await backAt(after, boCookies).send('GET', '/api/auth/user')).status).toBe(200)
  expect((await auditAll(copy)).flatMap(({ broken }) => broken)).toEqual([])
  await after.close()

  // The timeline that the first recovery began is in the archive and must not be followed.
  await expect.poll(() => existsSync(join(archive, '00000002.history'))).toBe(true)
  await restored.stop()
  const second = await restore('second', later)
  const again = await testApp({ openDb: () => openPg({ url: second.restored.url, poolSize: 4 }) })
  const returned = backAt(again, adaCookies)
  expect((await returned.me()).auraPoints).toBe(points + claimed.auraEarned)
  expect(await purchasedOf(returned)).toBe(50)
  expect((await backAt(again, late.cookies).send('GET', '/api/auth/user')).status).toBe(401)
  expect((await backAt(again, boCookies).send('GET', '/api/auth/user')).status).toBe(200)
  await again.close()
})
