import type { Queryable, Tx } from '#platform/db/db'
import { msUntil } from '#platform/db/ms-until'
import { columns, sql } from '#platform/db/sql'
import { BATTLE_COLUMNS, type BattleRow } from '../store.ts'

const battles = columns('battles')

interface Due {
  now: Date | null
  except: readonly string[]
  limit: number
}

const LOCK_DUE = sql`
  select ${BATTLE_COLUMNS} from battles b
  where b.due_at <= coalesce($1::timestamptz, clock_timestamp()) and b.id <> all ($2::uuid[])
    and ($3::uuid[] is null or b.id = any ($3)) and (b.status = 'active' and b.best_of is not null) = $5
  order by b.due_at, b.id limit $4 for no key update skip locked`

interface Wanted extends Due {
  only: readonly string[] | null
  /** Whether their rounds are being played, as `isPlaying` tells. */
  arePlaying: boolean
}

/** Locks due battles, oldest due time first. Skips locked ones. */
export async function lockDue(tx: Tx, { now, only, except, limit, arePlaying }: Wanted): Promise<BattleRow[]> {
  return tx.query(LOCK_DUE, [now, except, only, limit, arePlaying])
}

const FIND_DUE = sql`
  select ${battles('id')} from battles
  where due_at <= coalesce($1::timestamptz, clock_timestamp()) and id <> all ($2::uuid[])
  order by due_at, id limit $3`

export async function findDue(db: Queryable, { now, except, limit }: Due): Promise<string[]> {
  const rows = await db.query(FIND_DUE, [now, except, limit])
  return rows.map(({ id }) => id)
}

export const msUntilDue = msUntil('min(due_at)', 'battles where due_at is not null and id <> all ($2::uuid[])')
