import { createHash, randomUUID } from 'node:crypto'
import { insertNotifications } from '../../../server/src/features/notifications/index.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { noImages } from '../../../server/src/platform/images/images.ts'

const never = () => new Promise<never>(() => {})

/** Push services that never respond, and an image store that is down. */
export const stuckOutside = (ctx: Context): Context => ({
  ...ctx,
  images: { ...noImages, files: { put: never, get: never, remove: never } },
  push: { publicKey: '', send: never },
})

const HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'wns2.notify.windows.com',
]

/** Makes a push, an image and a wallet replacement due for each person. */
export async function makeDue(ctx: Context, people: readonly string[]): Promise<void> {
  const hash = (id: string) => createHash('sha256').update(id).digest('hex')
  await ctx.db.query(
    `insert into sessions (token_hash, user_id, user_agent, created_at, last_used_at, expires_at, ends_at)
     select decode(hash, 'hex'), id, 'bench', clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '1 day',
            clock_timestamp() + interval '1 day'
     from unnest($1::uuid[], $2::text[]) as p (id, hash)`,
    [people, people.map(hash)],
  )
  await ctx.db.query(
    `insert into push_subscriptions (id, user_id, session_hash, endpoint, p256dh, auth)
     select gen_random_uuid(), id, decode(hash, 'hex'), 'https://' || host || '/' || id, 'k', 'a'
     from unnest($1::uuid[], $2::text[], $3::text[]) as p (id, hash, host)`,
    [people, people.map(hash), people.map((_, at) => HOSTS[at % HOSTS.length] as string)],
  )
  const told = people.map((userId) => ({
    userId,
    type: 'other' as const,
    title: 'Hello',
    message: 'It happened.',
    relatedId: null,
    key: 'bench',
  }))
  await ctx.db.tx((tx) => insertNotifications(tx, ctx.clock, told))
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

/** Locks these people's rows. Returns how to release them. */
export async function holdPeople(db: Db, people: readonly string[]): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const holding = db.tx(async (tx) => {
    await tx.query('select 1 from users where id = any($1::uuid[]) for update', [people])
    held.resolve()
    await over.promise
  })
  await Promise.race([held.promise, holding])
  return async () => {
    over.resolve()
    await holding
  }
}
