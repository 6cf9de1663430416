import type { Db, Queryable, Tx } from '#platform/db/db'
import { msUntil } from '#platform/db/ms-until'
import { columns, fragment, out, sql } from '#platform/db/sql'
import { givenInBattle } from '../gifts/gift-times-store.ts'

const battleLeadHistories = columns('battle_courses')

export interface LeadHistory {
  gifters: number
  leadChanges: number
  decidedAt: Date | null
  settledAt: Date
}

const COLUMNS = fragment`${columns('battle_courses')('decidedAt')}, gifters as ${out('gifters', 'int')},
  lead_changes as ${out('leadChanges', 'int')}, settled_at as ${out('settledAt', 'timestamptz')}`

const QUEUE_LEAD_HISTORIES = sql`
  insert into battle_courses (battle_id, due_at, gifters, lead_changes, settled_at)
  select id, case when has_gifts then $3::timestamptz end, case when not has_gifts then 0 end,
         case when not has_gifts then 0 end, case when not has_gifts then $3::timestamptz end
  from unnest($1::uuid[], $2::boolean[]) as ended (id, has_gifts) on conflict do nothing`

/** Queues battles that end in this transaction. Lead histories of battles without gifts are stored at once. */
export async function queueLeadHistories(
  tx: Tx,
  battles: readonly { id: string; giftCount: number }[],
  at: Date,
): Promise<void> {
  await tx.query(QUEUE_LEAD_HISTORIES, [battles.map(({ id }) => id), battles.map(({ giftCount }) => giftCount > 0), at])
}

/** Returns the lead history, stored on first use, in one pass. Throws if the battle is not finished. */
export async function leadHistoryOf(db: Db, battleId: string): Promise<LeadHistory> {
  const leadHistory =
    (await findLeadHistory(db, battleId)) ??
    (await storeLeadHistory(db, battleId)) ??
    (await findLeadHistory(db, battleId))
  if (!leadHistory) throw new Error(`battle ${battleId} is not finished`)
  return leadHistory
}

const FIND_LEAD_HISTORY = sql`select ${COLUMNS} from battle_courses where battle_id = $1 and due_at is null`

async function findLeadHistory(db: Queryable, battleId: string): Promise<LeadHistory | undefined> {
  const [row] = await db.query(FIND_LEAD_HISTORY, [battleId])
  return row
}

const STORE_LEAD_HISTORY = sql`
  with ahead as (
    select g.seq, g.at, sign(sum(case when g.participant_id = b.challenger_id then g.amount else -g.amount end)
                               over (order by g.seq)) as side
    from battle_gifts g join battles b on b.id = g.battle_id where g.battle_id = $1 and ${givenInBattle('g', '$1')}
  ), led as (
    select seq, at, side, coalesce(lag(side) over (order by seq), 0) as before, last_value(side) over () as final
    from ahead
  )
  insert into battle_courses (battle_id, gifters, lead_changes, decided_at, settled_at)
  select b.id,
         (select count(distinct giver_id) from battle_gifters where battle_id = b.id),
         (select count(*) from (select side, lag(side) over (order by seq) as leader from ahead where side <> 0) leads
          where side <> leader),
         (select max(at) from led where final <> 0 and side = final and before <> final),
         (select max(at) from battle_steps where battle_id = b.id)
  from battles b where b.id = $1 and b.status in ('completed', 'cancelled')
  on conflict (battle_id) do update
    set gifters = excluded.gifters, lead_changes = excluded.lead_changes, decided_at = excluded.decided_at,
        settled_at = excluded.settled_at, due_at = null
    where battle_courses.due_at is not null
  returning ${COLUMNS}`

/** Stores the lead history and returns it. Returns undefined if it is stored already, or the battle is not finished. */
export async function storeLeadHistory(db: Queryable, battleId: string): Promise<LeadHistory | undefined> {
  const [row] = await db.query(STORE_LEAD_HISTORY, [battleId])
  return row
}

const LOCK_DUE_LEAD_HISTORY = sql`
  select ${battleLeadHistories('battleId')} from battle_courses where due_at <= coalesce($1::timestamptz, clock_timestamp())
  order by due_at, battle_id limit 1 for no key update skip locked`

/** Locks and returns the battle whose lead history is most overdue. Skips locked ones. */
export async function lockDueLeadHistory(tx: Tx, now: Date | null): Promise<string | undefined> {
  const [row] = await tx.query(LOCK_DUE_LEAD_HISTORY, [now])
  return row?.battleId
}

const POSTPONE_LEAD_HISTORY = sql`
  update battle_courses set due_at = coalesce($2::timestamptz, clock_timestamp()) + $3 * interval '1 millisecond'
  where battle_id = $1 and due_at is not null`

export async function postponeLeadHistory(
  db: Queryable,
  battleId: string,
  now: Date | null,
  ms: number,
): Promise<void> {
  await db.query(POSTPONE_LEAD_HISTORY, [battleId, now, ms])
}

export const msUntilLeadHistoryDue = msUntil('min(due_at)', 'battle_courses where due_at is not null')
