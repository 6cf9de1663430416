/**
 * Every column of the database that holds an id (all ids are uuids), and what becomes of it where it names a person who
 * downloads their data or deletes their account. A test holds this list against the database: a column that is not here
 * has been forgotten in both.
 *
 * `exported`: the part of the download it is in. `deleted`: its rows go. `kept`: they stay, and name nobody any more.
 */
export const PERSONAL_COLUMNS: Readonly<Record<string, { exported: string; onDeletion: 'deleted' | 'kept' }>> = {
  'users.id': { exported: 'account', onDeletion: 'kept' },
  'wallets.user_id': { exported: 'wallet', onDeletion: 'deleted' },
  'wallet_bindings.user_id': { exported: 'wallets_so_far', onDeletion: 'deleted' },
  'wallet_replacements.user_id': { exported: 'wallet_replacement', onDeletion: 'deleted' },
  // A bonus is paid once, ever: the keyed hash of the address stays.
  'wallet_bonuses.user_id': { exported: 'wallet_bonus', onDeletion: 'kept' },
  'x_accounts.user_id': { exported: 'x_account', onDeletion: 'deleted' },
  'x_tokens.user_id': { exported: 'x_permission', onDeletion: 'deleted' },
  'x_flows.user_id': { exported: 'x_trips', onDeletion: 'deleted' },
  'x_confirmations.user_id': { exported: 'x_confirmations', onDeletion: 'deleted' },
  'auth_nonces.user_id': { exported: 'sign_in_requests', onDeletion: 'deleted' },
  'sessions.user_id': { exported: 'sessions', onDeletion: 'deleted' },
  // Given up at once; the row goes with its files.
  'image_files.user_id': { exported: 'images', onDeletion: 'kept' },
  // Reset: everything that shows people expects the row.
  'learners.user_id': { exported: 'day_and_streak', onDeletion: 'kept' },
  'time_zone_changes.user_id': { exported: 'time_zone_changes', onDeletion: 'deleted' },
  'lesson_quizzes.user_id': { exported: 'quizzes', onDeletion: 'deleted' },
  'lesson_completions.user_id': { exported: 'lessons', onDeletion: 'deleted' },
  'battles.challenger_id': { exported: 'battles', onDeletion: 'kept' },
  'battles.opponent_id': { exported: 'battles', onDeletion: 'kept' },
  'battles.winner_id': { exported: 'battles', onDeletion: 'kept' },
  'battles.cancellation_requested_by': { exported: 'battle_steps', onDeletion: 'kept' },
  'battle_steps.actor_id': { exported: 'battle_steps', onDeletion: 'kept' },
  'battle_reminders.user_id': { exported: 'battle_reminders', onDeletion: 'deleted' },
  'battle_gifts.giver_id': { exported: 'gifts_given', onDeletion: 'kept' },
  'battle_gifts.participant_id': { exported: 'gifts_received', onDeletion: 'kept' },
  'battle_gifters.giver_id': { exported: 'gifts_given', onDeletion: 'kept' },
  'battle_gifters.participant_id': { exported: 'gifts_received', onDeletion: 'kept' },
  'vouches.voucher_id': { exported: 'vouches', onDeletion: 'kept' },
  'vouches.target_id': { exported: 'vouches', onDeletion: 'kept' },
  'steeze_purchases.user_id': { exported: 'steeze_purchases', onDeletion: 'kept' },
  'steeze_redemptions.user_id': { exported: 'steeze_redemptions', onDeletion: 'kept' },
  'steeze_withdrawals.user_id': { exported: 'steeze_withdrawals', onDeletion: 'kept' },
  'redemption_freezes.user_id': { exported: 'redemption_freezes', onDeletion: 'deleted' },
  'suspensions.user_id': { exported: 'suspensions', onDeletion: 'deleted' },
  'ledger_accounts.owner_id': { exported: 'transfers', onDeletion: 'kept' },
  'rank_entries.user_id': { exported: 'rank_points', onDeletion: 'deleted' },
  'notifications.user_id': { exported: 'notifications', onDeletion: 'deleted' },
  // They say the person's name to others.
  'notifications.actor_id': { exported: 'notifications', onDeletion: 'deleted' },
  'push_subscriptions.user_id': { exported: 'notified_browsers', onDeletion: 'deleted' },
  'notification_mutes.user_id': { exported: 'notifications_turned_off', onDeletion: 'deleted' },
  // The admin log is never rewritten.
  'admin_actions.admin_id': { exported: 'admin_actions', onDeletion: 'kept' },
  'whitelisted_wallets.added_by': { exported: 'admin_actions', onDeletion: 'kept' },
  'idempotent_answers.user_id': { exported: 'answers_kept_for_retries', onDeletion: 'deleted' },
}

/** Ids of things that are no people. */
export const OTHER_IDS: readonly string[] = [
  'battles.id',
  'battles.challenger_hold',
  'battles.opponent_hold',
  'battle_steps.battle_id',
  'battle_reminders.battle_id',
  'battle_gifts.battle_id',
  'battle_gifters.battle_id',
  'ledger_holds.id',
  'ledger_hold_resolutions.hold_id',
  'ledger_transfers.opens_hold',
  'ledger_transfers.resolves_hold',
  'notifications.id',
  'push_subscriptions.id',
  'push_messages.notification_id',
  'push_messages.subscription_id',
  'steeze_redemptions.id',
  'steeze_redemptions.ledger_hold',
  'steeze_withdrawals.redemption_id',
  'whitelisted_wallets.id',
]
