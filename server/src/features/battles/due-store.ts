import type { Queryable, Tx } from '#platform/db/db'
import { BATTLE_COLUMNS, type BattleRow } from './store.ts'

interface Due {
  now: Date | null
  /** Battles to leave alone. */
  except: readonly string[]
  limit: number
}

/** Takes battles whose moment has come, the oldest moment first; those that somebody else has are passed over. */
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

/** Milliseconds until the next battle's moment; none or less when it has come, null when there is no battle. */
export async function msUntilDue(db: Queryable, { now, except }: Omit<Due, 'limit'>): Promise<number | null> {
  const [row] = await db.query<{ ms: number | null }>(
    `select ceil(extract(epoch from min(due_at) - coalesce($1::timestamptz, clock_timestamp())) * 1000)::bigint as ms
     from battles where due_at is not null and id <> all ($2::uuid[])`,
    [now, except],
  )
  return row?.ms ?? null
}

export interface GifterSum {
  battleId: string
  giverId: string
  amount: number
}

/** What each giver gave to these battles, both sides together. */
export async function findGifterSums(db: Queryable, battleIds: readonly string[]): Promise<GifterSum[]> {
  return db.query<GifterSum>(
    `select battle_id as "battleId", giver_id as "giverId", sum(amount)::bigint as amount from battle_gifters
     where battle_id = any($1::uuid[]) group by battle_id, giver_id order by 1, 2`,
    [battleIds],
  )
}

export interface GifterParts {
  participantId: string
  giverId: string
  purchased: number
  earned: number
}

/** Of what each giver gave to each side, the parts as they were taken. */
export async function findGifterParts(db: Queryable, battleId: string): Promise<GifterParts[]> {
  return db.query<GifterParts>(
    `select participant_id as "participantId", giver_id as "giverId", sum(purchased)::bigint as purchased,
            sum(earned)::bigint as earned
     from battle_gifts where battle_id = $1 group by 1, 2 order by 1, 2`,
    [battleId],
  )
}

/** Whether somebody gave in a battle, to either side. */
export async function hasGiven(db: Queryable, battleId: string, giverId: string): Promise<boolean> {
  const rows = await db.query('select 1 from battle_gifters where battle_id = $1 and giver_id = $2 limit 1', [
    battleId,
    giverId,
  ])
  return rows.length > 0
}
