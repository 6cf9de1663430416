import { createHash, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { insertNotifications } from '../../../server/src/features/notifications/index.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { noLog } from '../../../server/src/platform/http/security/security-log.ts'
import { noImages } from '../../../server/src/platform/images/images.ts'
import { startScheduler } from '../../../server/src/platform/scheduler/scheduler.ts'
import { JOB_CONNECTIONS, scheduledJobs } from '../../../server/src/run-features.ts'
import { newPostgresDatabase } from '../database/open-test-database.ts'
import { makeBattles, makePeople, productContext } from './arena.ts'

const STUCK = 40
const BATTLES = 8
/** A single stuck job gives up after fifteen seconds. */
const IN_TIME_MS = 10_000

const never = () => new Promise<never>(() => {})
/** Several hosts, because the number of connections to one push service is limited. */
const HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'wns2.notify.windows.com',
]

/** Makes a push, the removal of an image and the replacement of a wallet due for each person. */
async function makeDue(ctx: Context, people: readonly string[]): Promise<void> {
  const hashes = people.map((id) => createHash('sha256').update(id).digest('hex'))
  await ctx.db.query(
    `insert into sessions (token_hash, user_id, user_agent, created_at, last_used_at, expires_at, ends_at)
     select decode(hash, 'hex'), id, 'browser', clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '1 day',
            clock_timestamp() + interval '1 day'
     from unnest($1::uuid[], $2::text[]) as p (id, hash)`,
    [people, hashes],
  )
  await ctx.db.query(
    `insert into push_subscriptions (id, user_id, session_hash, endpoint, p256dh, auth)
     select gen_random_uuid(), id, decode(hash, 'hex'), 'https://' || host || '/' || id, 'k', 'a'
     from unnest($1::uuid[], $2::text[], $3::text[]) as p (id, hash, host)`,
    [people, hashes, people.map((_, at) => HOSTS[at % HOSTS.length] as string)],
  )
  const told = { type: 'other' as const, title: 'Hello', message: 'It happened.', relatedId: null, key: 'stuck' }
  await ctx.db.tx((tx) =>
    insertNotifications(
      tx,
      ctx.clock,
      people.map((userId) => ({ userId, ...told })),
    ),
  )
  await ctx.db.query(
    `insert into image_files (name, user_id, remove_at)
     select left(encode(sha256(id::text::bytea), 'hex'), 32), id, clock_timestamp() from unnest($1::uuid[]) as p (id)`,
    [people],
  )
  await ctx.db.query(
    `insert into wallet_replacements (user_id, address, requested_at, takes_effect_at)
     select id, address, clock_timestamp(), clock_timestamp() from unnest($1::uuid[], $2::text[]) as p (id, address)`,
    [people, people.map(() => `0x${randomUUID().replaceAll('-', '').padStart(40, '0')}`)],
  )
}

it('battles start and settle while every other kind of job is stuck', async () => {
  const url = await newPostgresDatabase()
  const db = await openPg({ url, poolSize: 4 })
  const background = await openPg({ url, poolSize: JOB_CONNECTIONS })
  const ctx = productContext(db)
  const people = await makePeople(ctx, STUCK)
  await makeDue(ctx, people)
  const ids = (await makeBattles(ctx, BATTLES)).map(({ id }) => id)
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.tx(async (tx) => {
    await tx.query('select 1 from users where id = any($1::uuid[]) for update', [people])
    held.resolve()
    await released.promise
  })
  await held.promise
  await db.query(
    `update battles set starts_at = clock_timestamp(), ends_at = clock_timestamp() + interval '1 second',
                        due_at = clock_timestamp() where id = any($1::uuid[])`,
    [ids],
  )
  const jobs = scheduledJobs(
    {
      ...ctx,
      db: background,
      images: { ...noImages, files: { put: never, get: never, remove: never } },
      push: { publicKey: '', send: never },
    },
    () => {},
    noLog,
  )
  const stop = startScheduler(jobs, { onError: () => {}, graceMs: 0 })
  const steps = () =>
    db.query<{ lateMs: number }>(
      `select (extract(epoch from s.at - case s.step when 'start' then b.starts_at else b.ends_at end) * 1000)::float8
                as "lateMs"
       from battle_steps s join battles b on b.id = s.battle_id
       where s.step in ('start', 'settle') and b.id = any($1::uuid[])`,
      [ids],
    )
  await expect.poll(async () => (await steps()).length, { timeout: 60_000, interval: 50 }).toBe(2 * BATTLES)
  expect(Math.max(...(await steps()).map(({ lateMs }) => lateMs))).toBeLessThan(IN_TIME_MS)
  await stop()
  released.resolve()
  await holding
  await Promise.all([db.close(), background.close()])
})
