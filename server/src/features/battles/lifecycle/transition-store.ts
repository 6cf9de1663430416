import type { Queryable, Tx } from '#platform/db/db'
import { columns, sql } from '#platform/db/sql'
import type { BattleOutcome, BattleTransition } from '../battle.rules.ts'
import type { BattleRow } from '../store.ts'

const battleSteps = columns('battle_steps')

const INSERT_BATTLE = sql`
  insert into battles (id, challenger_id, opponent_id, title, description, status, stake, starts_at, ends_at,
                       created_at, due_at, challenger_hold, opponent_hold, gift_head, soft_close, rematch_of, best_of)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $8, $11, $12, $13, $14, $15, $16)`

export async function insertBattle(tx: Tx, battle: BattleRow): Promise<void> {
  await tx.query(INSERT_BATTLE, [
    battle.id,
    battle.challengerId,
    battle.opponentId,
    battle.title,
    battle.description,
    battle.status,
    battle.stake,
    battle.startsAt,
    battle.endsAt,
    battle.createdAt,
    battle.challengerHold,
    battle.opponentHold,
    battle.giftHead,
    battle.softClose,
    battle.rematchOf,
    battle.bestOf,
  ])
}

const UPDATE_BATTLES = sql`
  update battles b set status = after.status, cancellation_requested_by = after.asker,
                       challenger_requests = after.challenger_requests, opponent_requests = after.opponent_requests, winner_id = after.winner,
                       void_reason = after.reason, decline_reason = after.decline_reason, due_at = after.due_at,
                       starts_at = after.starts_at, ends_at = after.ends_at, absent = after.absent
  from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::timestamptz[],
              $8::timestamptz[], $9::text[], $10::int[], $11::int[], $12::text[])
    as after (id, status, asker, winner, reason, due_at, starts_at, ends_at, decline_reason, challenger_requests,
              opponent_requests, absent) where b.id = after.id`

export async function updateBattles(
  tx: Tx,
  battles: readonly (BattleOutcome &
    Pick<BattleRow, 'id' | 'startsAt' | 'endsAt' | 'challengerRequests' | 'opponentRequests' | 'absent'> & {
      dueAt: Date | null
    })[],
): Promise<void> {
  await tx.query(UPDATE_BATTLES, [
    battles.map(({ id }) => id),
    battles.map(({ status }) => status),
    battles.map(({ cancellationRequestedBy }) => cancellationRequestedBy),
    battles.map(({ winnerId }) => winnerId),
    battles.map(({ voidReason }) => voidReason),
    battles.map(({ dueAt }) => dueAt?.toISOString() ?? null),
    battles.map(({ startsAt }) => startsAt.toISOString()),
    battles.map(({ endsAt }) => endsAt.toISOString()),
    battles.map(({ declineReason }) => declineReason),
    battles.map(({ challengerRequests }) => challengerRequests),
    battles.map(({ opponentRequests }) => opponentRequests),
    battles.map(({ absent }) => absent),
  ])
}

export interface TransitionRow {
  battleId: string
  transition: BattleTransition
  actorId: string | null
  requestKey: string | null
  at: Date
}

const INSERT_TRANSITIONS = sql`
  insert into battle_steps (battle_id, step, actor_id, request_key, at)
  select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::timestamptz[])`

export async function insertTransitions(tx: Tx, rows: readonly TransitionRow[]): Promise<void> {
  await tx.query(INSERT_TRANSITIONS, [
    rows.map(({ battleId }) => battleId),
    rows.map(({ transition }) => transition),
    rows.map(({ actorId }) => actorId),
    rows.map(({ requestKey }) => requestKey),
    rows.map(({ at }) => at.toISOString()),
  ])
}

const FIND_BY_REQUEST_KEY = sql`
  select ${battleSteps('battleId')} from battle_steps where actor_id = $1 and step = $2 and request_key = $3`

export async function findByRequestKey(
  db: Queryable,
  { actorId, transition, requestKey }: { actorId: string; transition: BattleTransition; requestKey: string },
): Promise<string | undefined> {
  const [row] = await db.query(FIND_BY_REQUEST_KEY, [actorId, transition, requestKey])
  return row?.battleId
}
