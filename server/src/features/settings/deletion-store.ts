import { OPEN_STATUSES } from '@aura/api/battle-statuses'
import type { Unfinished } from '@aura/api/calls/settings'
import { RULES } from '@aura/api/rules'
import type { Identity } from '#features/lessons'
import type { Queryable, Tx } from '#platform/db/db'
import { sqlList } from '#platform/db/sql-list'

const OPEN = sqlList(OPEN_STATUSES)

/** What a person has under way: battles, gifts that battles hold, and redemptions. */
export async function findUnfinished(db: Queryable, userId: string): Promise<Unfinished> {
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
    redemptions: await db.query(
      `select id, remaining as amount from steeze_redemptions where user_id = $1 and closed_at is null
       order by opened_at, id`,
      [userId],
    ),
  }
}

/** The challenges that end with a person's account, and what they staked in those they sent. */
export async function findPending(
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

/** Every way to sign in a person has or had, but for wallets that are somebody else's now. */
export async function findIdentities(db: Queryable, userId: string): Promise<Identity[]> {
  const rows = await db.query<{ wallet: string | null; xId: string | null }>(
    `select distinct b.address as wallet, null as "xId" from wallet_bindings b
     where b.user_id = $1 and not exists (select 1 from wallets w where w.address = b.address and w.user_id <> $1)
     union all select null, x_id from x_accounts where user_id = $1`,
    [userId],
  )
  return rows.flatMap(({ wallet, xId }): Identity[] => (wallet !== null ? [{ wallet }] : xId !== null ? [{ xId }] : []))
}

/**
 * Keeps everything about a person as it is until the transaction ends: nobody challenges them, binds their wallet, signs
 * in as them or counts a day of theirs. Answers their name; undefined where they are gone already. Of the caller: the
 * locks on battles before it, on the wallet and on the ledger after it.
 */
export async function lockPerson(tx: Tx, userId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ username: string }>(
    'select username from users where id = $1 and deleted_at is null for no key update',
    [userId],
  )
  return row?.username
}

export async function lockLearnerRow(tx: Tx, userId: string): Promise<void> {
  await tx.query('select 1 from learners where user_id = $1 for update', [userId])
}

/** What is removed as it is, by the person's id. */
const ROWS_OF = [
  'wallets',
  'wallet_bindings',
  'wallet_replacements',
  'x_accounts',
  'x_tokens',
  'x_flows',
  'x_confirmations',
  'auth_nonces',
  'push_subscriptions',
  'sessions',
  'time_zone_changes',
  'lesson_quizzes',
  'lesson_completions',
  'redemption_freezes',
  'suspensions',
  'notification_mutes',
  'battle_reminders',
  'idempotent_answers',
] as const

/**
 * Forgets a person: how they sign in, what they learned, wrote and were told, and their name in what others were told.
 * What the ledger, the battles' receipts and the chain need stays, under `username`. Answers who reads something else now.
 */
export async function forgetPerson(
  tx: Tx,
  { userId, username, now }: { userId: string; username: string; now: Date | null },
): Promise<string[]> {
  for (const table of ROWS_OF) await tx.query(`delete from ${table} where user_id = $1`, [userId])
  await tx.query(
    `update learners set time_zone = 'UTC', time_zone_changed_at = null, day_floor = null, streak_days = 0,
                         last_day = null, excused_days = '{}' where user_id = $1`,
    [userId],
  )
  await tx.query(`update image_files set remove_at = coalesce($2::timestamptz, clock_timestamp()) where user_id = $1`, [
    userId,
    now,
  ])
  await tx.query('update battles set title = null, description = $2 where challenger_id = $1', [
    userId,
    RULES.battleDefaultDescription,
  ])
  await tx.query(
    `update users set username = $2, first_name = null, profile_image_url = null, is_admin = false,
                      deleted_at = coalesce($3::timestamptz, clock_timestamp()) where id = $1`,
    [userId, username, now],
  )
  await tx.query('select forget_ranks($1)', [userId])
  await forgetAnswers(tx, userId)
  return forgetTold(tx, userId)
}

/**
 * What others would be answered again says the person's name where it tells of a battle that they fought or gave in. One
 * that is just being answered is dropped as well. All these battles are over: who tries again changes nothing.
 */
async function forgetAnswers(tx: Tx, userId: string): Promise<void> {
  await tx.query(
    `delete from idempotent_answers
     where user_id in (select unnest(array[b.challenger_id, b.opponent_id]) from battles b
                       where $1 in (b.challenger_id, b.opponent_id)
                          or b.id in (select g.battle_id from battle_gifters g where g.giver_id = $1))
       and (position($1::text in body::text) > 0 or (status is null and call like 'POST /api/battles/:id/%'))`,
    [userId],
  )
}

/** What others were told by or about a person goes, their name is in it. Answers whose lists changed. */
async function forgetTold(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.query<{ userId: string }>(
    `delete from notifications
     where user_id = $1 or actor_id = $1 or related_id = $1::text
        or related_id in (select id::text from battles where $1 in (challenger_id, opponent_id))
     returning user_id as "userId"`,
    [userId],
  )
  return [...new Set(rows.map((row) => row.userId))].filter((id) => id !== userId)
}
