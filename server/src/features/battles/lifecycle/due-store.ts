import type { Queryable, Tx } from '#platform/db/db'
import { BATTLE_COLUMNS, type BattleRow } from '../store.ts'

interface Due {
  now: Date | null
  except: readonly string[]
  limit: number
}

/** Oldest due time first. Skips locked battles. */
export async function lockDue(
  tx: Tx,
  { now, only, except, limit }: Due & { only: readonly string[] | null },
): Promise<BattleRow[]> {
  return tx.query<BattleRow>(
    `select ${BATTLE_COLUMNS} from battles b
     where b.due_at <= coalesce($1::timestamptz, clock_timestamp()) and b.id <> all ($2::uuid[])
       and ($3::uuid[] is null or b.id = any ($3))
     order by b.due_at, b.id limit $4 for no key update skip locked`,
    [now, except, only, limit],
  )
}

export async function findDue(db: Queryable, { now, except, limit }: Due): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from battles where due_at <= coalesce($1::timestamptz, clock_timestamp()) and id <> all ($2::uuid[])
     order by due_at, id limit $3`,
    [now, except, limit],
  )
  return rows.map(({ id }) => id)
}

/** Negative if overdue; null if nothing is scheduled. */
export async function msUntilDue(db: Queryable, { now, except }: Omit<Due, 'limit'>): Promise<number | null> {
  const [row] = await db.query<{ ms: number | null }>(
    `select ceil(extract(epoch from min(due_at) - coalesce($1::timestamptz, clock_timestamp())) * 1000)::bigint as ms
     from battles where due_at is not null and id <> all ($2::uuid[])`,
    [now, except],
  )
  return row?.ms ?? null
}
