import type { Queryable } from '#platform/db/db'

/**
 * What is held about a person, table by table, as rows they are handed. Reads what every feature keeps, so that one can
 * see in one place that nothing is missing; `personal-columns.ts` says why. Secrets, such as hashes of tokens, are left
 * out, and so is what others said or hold.
 */
const HELD: Readonly<Record<string, string>> = {
  account: `select id, username, first_name, profile_image_url, is_admin, created_at from users where id = $1`,
  wallet: 'select address, bound_at from wallets where user_id = $1',
  wallets_so_far: 'select address, bound_at, unbound_at from wallet_bindings where user_id = $1 order by id',
  wallet_replacement: 'select address, requested_at, takes_effect_at from wallet_replacements where user_id = $1',
  beta_access: `select wallet_address, note, is_active, created_at from whitelisted_wallets
                where wallet_address in (select address from wallets where user_id = $1)`,
  wallet_bonus: 'select awarded_at from wallet_bonuses where user_id = $1',
  x_account: 'select x_id, handle, linked_at from x_accounts where user_id = $1',
  x_permission: 'select scopes, expires_at from x_tokens where user_id = $1',
  x_trips: 'select time_zone, next, expires_at, used_at from x_flows where user_id = $1 order by expires_at',
  x_confirmations: 'select purpose, subject, expires_at from x_confirmations where user_id = $1 order by expires_at',
  sign_in_requests: `select purpose, wallet_address, message, expires_at from auth_nonces where user_id = $1
                     order by expires_at`,
  sessions:
    'select user_agent, created_at, last_used_at, expires_at, ends_at from sessions where user_id = $1 order by created_at',
  images: 'select name, remove_at from image_files where user_id = $1 order by name',
  day_and_streak: `select time_zone, time_zone_changed_at, day_floor, streak_days, last_day, excused_days
                   from learners where user_id = $1`,
  time_zone_changes: `select changed_at, from_zone, to_zone, day_before, day_after from time_zone_changes
                      where user_id = $1 order by changed_at`,
  quizzes: 'select lesson_id, passed_at, last_wrong_at from lesson_quizzes where user_id = $1 order by lesson_id',
  lessons: `select lesson_id, day, completed_at, is_review, aura_earned, streak_after from lesson_completions
            where user_id = $1 order by completed_at`,
  battles: `select id, challenger_id, opponent_id, title, description, status, stake, starts_at, ends_at, created_at,
                   winner_id, void_reason, challenger_steeze, opponent_steeze
            from battles where $1 in (challenger_id, opponent_id) order by created_at, id`,
  battle_steps: 'select battle_id, step, at from battle_steps where actor_id = $1 order by id',
  battle_reminders: 'select battle_id, created_at from battle_reminders where user_id = $1 order by created_at',
  gifts_given: `select battle_id, seq, participant_id, amount, purchased, earned, at, hash from battle_gifts
                where giver_id = $1 order by at, battle_id, seq`,
  gifts_received: `select battle_id, giver_id, amount, gifts from battle_gifters where participant_id = $1
                   order by battle_id, giver_id`,
  vouches: `select voucher_id, target_id, voucher_wallet, target_wallet, usdc_micros, counted_micros, multiplier,
                   aura_awarded, tx_hash, vouched_at
            from vouches where $1 in (voucher_id, target_id) order by vouched_at, event_id`,
  steeze_purchases:
    'select wallet, amount, usdc_micros, tx_hash, bought_at from steeze_purchases where user_id = $1 order by bought_at',
  steeze_redemptions: `select id, chain_id, contract, wallet, amount, remaining, withdrawal_limit, deadline, opened_at,
                              closed_at
                       from steeze_redemptions where user_id = $1 order by opened_at`,
  steeze_withdrawals: `select wallet, amount, usdc_micros, tx_hash, withdrawn_at from steeze_withdrawals
                       where user_id = $1 order by withdrawn_at, event_id`,
  redemption_freezes: 'select reason, frozen_at, lifted_at from redemption_freezes where user_id = $1 order by id',
  suspensions: 'select reason, suspended_at, lifted_at from suspensions where user_id = $1 order by id',
  admin_actions: `select at, action, subject_kind, subject, reason, admin_id = $1 as by_me from admin_actions
                  where admin_id = $1 or subject = $1::text
                     or subject in (select address from wallets where user_id = $1) order by id`,
  balances: 'select kind, currency, balance from ledger_accounts where owner_id = $1 order by id',
  transfers: `select m.id, m.kind, m.reference, m.currency, m.amount, f.kind as from_account, f.owner_id = $1 as from_me,
                     t.kind as to_account, t.owner_id = $1 as to_me, m.created_at
              from ledger_transfers m join ledger_accounts f on f.id = m.from_account
              join ledger_accounts t on t.id = m.to_account
              where m.from_account in (select id from ledger_accounts where owner_id = $1)
                 or m.to_account in (select id from ledger_accounts where owner_id = $1) order by m.id`,
  rank_points: 'select board, points from rank_entries where user_id = $1 order by board',
  notifications: `select type, title, message, related_id, actor_id, is_read, created_at from notifications
                  where user_id = $1 order by position`,
  notified_browsers: 'select endpoint from push_subscriptions where user_id = $1 order by endpoint',
  notifications_turned_off: 'select type from notification_mutes where user_id = $1 order by type',
  answers_kept_for_retries: `select call, key, status, body, created_at from idempotent_answers where user_id = $1
                             order by created_at`,
}

export const EXPORTED: readonly string[] = Object.keys(HELD)

/** Everything held about a person. */
export async function findHeld(db: Queryable, userId: string): Promise<Record<string, Record<string, unknown>[]>> {
  const held: Record<string, Record<string, unknown>[]> = {}
  for (const [name, sql] of Object.entries(HELD)) held[name] = await db.query(sql, [userId])
  return held
}
