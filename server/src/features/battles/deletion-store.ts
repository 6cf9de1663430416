import { OPEN_STATUSES } from '@aura/api/battle-statuses'
import type { Unfinished } from '@aura/api/calls/settings'
import { RULES } from '@aura/api/rules'
import type { Queryable, Tx } from '#platform/db/db'
import { sqlList } from '#platform/db/sql-list'

const OPEN = sqlList(OPEN_STATUSES)

export async function findUnfinishedBattles(
  db: Queryable,
  userId: string,
): Promise<Pick<Unfinished, 'battles' | 'gifts'>> {
  return {
    battles: await db.query(
      `select id, title, status from battles
       where $1 in (challenger_id, opponent_id) and status in ${OPEN} order by created_at, id`,
      [userId],
    ),
    gifts: await db.query(
      `select b.id as "battleId", b.title, sum(g.amount)::bigint as amount
       from battles b join battle_gifters g on g.battle_id = b.id
       where g.giver_id = $1 and b.status in ${OPEN} group by b.id order by b.created_at, b.id`,
      [userId],
    ),
  }
}

/** Counts the challenges that end with the account, and sums the stakes of those sent. */
export async function countPending(
  db: Queryable,
  userId: string,
): Promise<{ sent: number; received: number; staked: number }> {
  const [row] = await db.query<{ sent: number; received: number; staked: number }>(
    `select (count(*) filter (where challenger_id = $1))::int as sent,
            (count(*) filter (where opponent_id = $1))::int as received,
            coalesce(sum(stake) filter (where challenger_id = $1), 0)::bigint as staked
     from battles where $1 in (challenger_id, opponent_id) and status = 'pending'`,
    [userId],
  )
  return row ?? { sent: 0, received: 0, staked: 0 }
}

export async function eraseWords(tx: Tx, userId: string): Promise<void> {
  await tx.query('update battles set title = null, description = $2 where challenger_id = $1', [
    userId,
    RULES.battleDefaultDescription,
  ])
}

export async function findFought(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from battles where $1 in (challenger_id, opponent_id)', [
    userId,
  ])
  return rows.map(({ id }) => id)
}

/** Participants of battles this person fought or gifted in. */
export async function findFellowParticipants(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.query<{ userId: string }>(
    `select distinct unnest(array[b.challenger_id, b.opponent_id]) as "userId" from battles b
     where $1 in (b.challenger_id, b.opponent_id)
        or b.id in (select g.battle_id from battle_gifters g where g.giver_id = $1)`,
    [userId],
  )
  return rows.map((row) => row.userId)
}
