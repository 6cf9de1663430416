import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { migrate } from '../../../server/src/platform/db/migrations/migrate.ts'
import { enter, type Person } from '../faults/people.ts'
import { seedHistory } from '../seed-history.ts'
import { type Arena, benchContext, doDue, makeBattles } from '../servers/arena.ts'
import { enrich } from '../siege/seed.ts'

export interface Grown {
  people: Person[]
  battles: Arena[]
}

const BATTLES = 5
const OLD_ANSWERS = 20_000

/** Makes a database of that name with that many transfers, of whose owners some are signed in, and with answers due to be removed. */
export async function grow(
  url: string,
  { name, transfers, people }: { name: string; transfers: number; people: number },
): Promise<Grown> {
  const admin = await openPg({ url, poolSize: 1 })
  await admin.script(`create database ${name}`).finally(() => admin.close())
  const db = await openPg({ url: urlOf(url, name), poolSize: 4 })
  try {
    return await fill(db, { transfers, people })
  } finally {
    await db.close()
  }
}

/** Address of the database of that name on the server of `url`. */
export function urlOf(url: string, name: string): string {
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

async function fill(db: Db, { transfers, people }: { transfers: number; people: number }): Promise<Grown> {
  await migrate(db)
  await seedHistory(db, transfers)
  const ctx = benchContext(db)
  const battles = await makeBattles(ctx, BATTLES)
  await doDue(ctx)
  const ids = await makeOwnersUsers(db, people)
  await enrich(db, ids)
  const entered = await enter(ctx, ids)
  await db.query(
    `insert into idempotent_answers (user_id, call, key, request_hash, status, body, created_at)
     select $1::uuid, 'POST /api/battles/gift', 'old/' || n, md5(n::text), 200, '{}', clock_timestamp() - interval '60 days'
     from generate_series(1, $2::int) n`,
    [ids[0] ?? null, OLD_ANSWERS],
  )
  // The rounds that prepared the battles came before there was anything to remove.
  await db.script('update trim_rounds set due_at = clock_timestamp()')
  await db.script('vacuum analyze')
  // A server that is asked to stop has ten seconds, and all of this would be written in them.
  await db.script('checkpoint')
  return { people: entered, battles }
}

/** The seeded history belongs to nobody: gives some of it owners. */
async function makeOwnersUsers(db: Db, count: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select a.owner_id as id from ledger_accounts a
     where a.kind = 'ap_available' and not exists (select 1 from users u where u.id = a.owner_id)
     order by a.id limit $1`,
    [count],
  )
  const ids = rows.map(({ id }) => id)
  await db.script('alter table users disable trigger user; alter table learners disable trigger user')
  await db.query(
    `insert into users (id, username, created_at)
     select id, 'g_' || left(replace(id::text, '-', ''), 16), '2026-01-01' from unnest($1::uuid[]) id`,
    [ids],
  )
  await db.query(`insert into learners (user_id, time_zone) select id, 'UTC' from unnest($1::uuid[]) id`, [ids])
  await db.script('alter table users enable trigger user; alter table learners enable trigger user')
  return ids
}

export async function answersDue(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from idempotent_answers where key like 'old/%'`,
  )
  return row?.count ?? Number.NaN
}
