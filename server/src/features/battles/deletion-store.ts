import { OPEN_STATUSES } from '@aura/api/battle-statuses'
import type { Unfinished } from '@aura/api/calls/settings'
import { BATTLE_RULES } from '@aura/api/rules/battles'
import type { Queryable, Tx } from '#platform/db/db'
import { columns, out, sql } from '#platform/db/sql'
import { sqlList } from '#platform/db/sql-list'

const battles = columns('battles')
const b = columns('battles', 'b')

const OPEN = sqlList(OPEN_STATUSES)

const FIND_UNFINISHED_BATTLES = sql`
  select ${battles('id', 'title', 'status')} from battles
  where $1 in (challenger_id, opponent_id) and status in ${OPEN} order by created_at, id`

const FIND_GIFTS_IN_BATTLES = sql`
  select ${b({ battleId: 'id' }, 'title')}, sum(g.amount)::bigint as ${out('amount', 'bigint')}
  from battles b
  join battle_gifters g on g.battle_id = b.id and g.participant_id in (b.challenger_id, b.opponent_id) and g.giver_id = $1
  where b.id in (select battle_id from battle_gift_keys where giver_id = $1) and b.status in ${OPEN} group by b.id order by b.created_at, b.id`

export async function findUnfinishedBattles(
  db: Queryable,
  userId: string,
): Promise<Pick<Unfinished, 'battles' | 'gifts'>> {
  return {
    battles: await db.query(FIND_UNFINISHED_BATTLES, [userId]),
    gifts: await db.query(FIND_GIFTS_IN_BATTLES, [userId]),
  }
}

const COUNT_PENDING = sql`
  select (count(*) filter (where challenger_id = $1))::int as ${out('sent', 'int')},
         (count(*) filter (where opponent_id = $1))::int as ${out('received', 'int')},
         coalesce(sum(stake) filter (where challenger_id = $1), 0)::bigint as ${out('staked', 'bigint')}
  from (
    select challenger_id, opponent_id, stake from battles
    where $1 in (challenger_id, opponent_id) and status = 'pending'
    union all
    select challenger_id, null, stake from challenge_links where challenger_id = $1 and status = 'pending') waiting`

/** Counts the challenges that end with the account, and sums the stakes of those sent. */
export async function countPending(
  db: Queryable,
  userId: string,
): Promise<{ sent: number; received: number; staked: number }> {
  const [row] = await db.query(COUNT_PENDING, [userId])
  return row ?? { sent: 0, received: 0, staked: 0 }
}

// A rematch copies the words, whichever participant asks for it.
const ERASE_WORDS = sql`
  with recursive theirs as (
    select id from battles where challenger_id = $1 and rematch_of is null
    union
    select b.id from battles b join theirs on b.rematch_of = theirs.id
    where b.challenger_id = $1 or b.opponent_id = $1)
  update battles set title = null, description = $2
  where id in (select id from theirs union select id from battles where challenger_id = $1)`

export async function eraseWords(tx: Tx, userId: string): Promise<void> {
  await tx.query(ERASE_WORDS, [userId, BATTLE_RULES.defaultDescription])
}

const FIND_FOUGHT = sql`select ${battles('id')} from battles where $1 in (challenger_id, opponent_id)`

export async function findFought(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.query(FIND_FOUGHT, [userId])
  return rows.map(({ id }) => id)
}

const FIND_FELLOW_PARTICIPANTS = sql`
  select distinct unnest(array[b.challenger_id, b.opponent_id]) as ${out('userId', 'uuid')} from battles b
  where b.id in (
    select id from battles where $1 in (challenger_id, opponent_id)
    union
    select battle_id from battle_gift_keys where giver_id = $1)`

export async function findFellowParticipants(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.query(FIND_FELLOW_PARTICIPANTS, [userId])
  return rows.map((row) => row.userId)
}
