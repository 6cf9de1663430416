-- Every table with its constraints and indexes, feature by feature. `tables.ts` of each feature says more about single
-- columns; 0001_functions.sql has the functions, triggers and views. Amounts are whole units (AP, Steeze, micro-USDC),
-- wallet addresses and contracts are lower case.

-- People
-- ------

-- Trigrams, to find names that are misspelt.
create extension if not exists pg_trgm;

-- A person as others see them. A deleted account keeps its row, under a name that is nobody's: battles and receipts of
-- others refer to it.
create table users (
  id uuid primary key,
  -- Always lower case, so that uniqueness ignores case.
  username text not null constraint users_username unique,
  first_name text,
  profile_image_url text,
  is_admin boolean not null default false,
  is_demo boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint users_username_form check (username ~ '^[a-z0-9_]{3,20}$')
);
-- For search: names that begin with a text, and names that contain it or are spelt like it.
create index users_username_prefix on users (username text_pattern_ops);
create index users_username_trigrams on users using gin (username gin_trgm_ops);

-- Wallets
-- -------

-- The wallet that signs in to an account: one wallet per account, one account per wallet.
create table wallets (
  address text primary key,
  user_id uuid not null constraint wallets_user unique constraint wallets_user_id_users_id_fk references users (id),
  bound_at timestamptz not null
);
-- For search by the beginning of an address.
create index wallets_address_prefix on wallets (address text_pattern_ops);

-- Which account owned a wallet when. Events on chain count for the owner at the time of their block.
create table wallet_bindings (
  id bigint generated always as identity primary key,
  address text not null,
  user_id uuid not null constraint wallet_bindings_user_id_users_id_fk references users (id),
  bound_at timestamptz not null,
  unbound_at timestamptz
);
create index wallet_bindings_by_address on wallet_bindings (address, bound_at);
create index wallet_bindings_by_user on wallet_bindings (user_id);
create unique index wallet_bindings_one_now on wallet_bindings (address) where unbound_at is null;

-- A new wallet that the old one did not approve takes over only after a delay, so the owner can object.
create table wallet_replacements (
  user_id uuid primary key constraint wallet_replacements_user_id_users_id_fk references users (id),
  address text not null,
  requested_at timestamptz not null,
  takes_effect_at timestamptz not null
);
create index wallet_replacements_due on wallet_replacements (takes_effect_at);

-- Wallets that may join while the beta is closed.
create table whitelisted_wallets (
  id uuid primary key,
  wallet_address text not null constraint whitelisted_wallets_address unique,
  note text,
  is_active boolean not null default true,
  -- Outlives the admin's account, so it is no foreign key.
  added_by uuid,
  created_at timestamptz not null
);

-- Signing in
-- ----------

-- Only the hash of a session's cookie is stored: a copy of the database signs nobody in.
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  -- Using the session moves expires_at, never past this.
  ends_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- Messages that a wallet was asked to sign. Each can be used once, in the browser that asked for it.
create table auth_nonces (
  nonce text primary key,
  purpose text not null,
  wallet_address text not null,
  user_id uuid constraint auth_nonces_user_id_users_id_fk references users (id),
  browser_hash bytea not null,
  message text not null,
  replaced_by text,
  expires_at timestamptz not null
);
create index auth_nonces_by_expiry on auth_nonces (expires_at);

-- Who has had the wallet bonus. Rows outlive the account, so the address is a keyed hash and nothing is a foreign key.
create table wallet_bonuses (
  address_hash bytea primary key,
  key_id text,
  user_id uuid not null constraint wallet_bonuses_user unique,
  awarded_at timestamptz not null
);

-- The X account that signs in to an account. Keyed by X's own id: a handle can pass to somebody else.
create table x_accounts (
  x_id text primary key,
  user_id uuid not null constraint x_accounts_user unique
    constraint x_accounts_user_id_users_id_fk references users (id),
  handle text not null,
  linked_at timestamptz not null
);

-- Sign-ins with X under way. Each can be finished once, in the browser that started it.
create table x_flows (
  state_hash bytea primary key,
  browser_hash bytea not null,
  code_verifier text not null,
  user_id uuid constraint x_flows_user_id_users_id_fk references users (id),
  purpose text not null default 'enter',
  subject text,
  time_zone text not null,
  next text,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index x_flows_by_expiry on x_flows (expires_at);

-- Permission to post on X, encrypted. Kept only where posting is on.
create table x_tokens (
  user_id uuid primary key constraint x_tokens_user_id_users_id_fk references users (id),
  key_id text,
  access_token bytea not null,
  refresh_token bytea,
  scopes text not null,
  expires_at timestamptz not null
);

-- A fresh confirmation with X by somebody signed in. Good once, for one purpose.
create table x_confirmations (
  user_id uuid not null constraint x_confirmations_user_id_users_id_fk references users (id),
  purpose text not null,
  subject text not null,
  browser_hash bytea not null,
  expires_at timestamptz not null,
  constraint x_confirmations_user_id_purpose_browser_hash_pk primary key (user_id, purpose, browser_hash)
);
create index x_confirmations_by_expiry on x_confirmations (expires_at);

-- Requests and settings
-- ---------------------

-- The response to each Idempotency-Key, so that a retry gets the same one.
create table idempotent_answers (
  user_id uuid not null,
  call text not null,
  key text not null,
  request_hash text not null,
  status integer,
  body jsonb,
  attempt text,
  attempt_until timestamptz,
  -- Somebody else, such as X, was called: whether it is safe to repeat is unknown.
  has_reached_out boolean not null default false,
  created_at timestamptz not null,
  constraint idempotent_answers_user_id_call_key_pk primary key (user_id, call, key)
);
create index idempotent_answers_by_age on idempotent_answers (created_at);

-- Settings that can never change for a database without corrupting it, as first used.
create table database_bindings (
  name text primary key,
  value text not null
);

-- Ledger
-- ------

-- Users' accounts are tracked: they carry a balance. The house's are not: every transfer touches them, and one balance
-- would make everybody wait for one row.
create table ledger_accounts (
  id bigserial primary key,
  owner_id uuid not null,
  kind text not null,
  currency text not null,
  is_tracked boolean not null,
  balance bigint,
  constraint ledger_accounts_owner_kind unique (owner_id, kind),
  constraint ledger_accounts_id_currency unique (id, currency),
  constraint ledger_accounts_balance_when_tracked check (is_tracked = (balance is not null)),
  constraint ledger_accounts_never_negative check (
    case when kind in ('ap_debt', 'steeze_debt') then balance <= 0 else balance >= 0 end)
);

-- Amounts set aside until it is decided where they go.
create table ledger_holds (
  id uuid primary key,
  account_id bigint not null
    constraint ledger_holds_account_id_ledger_accounts_id_fk references ledger_accounts (id),
  amount bigint not null,
  created_at timestamptz not null,
  constraint ledger_holds_id_account unique (id, account_id),
  constraint ledger_holds_amount check (amount > 0)
);
create index ledger_holds_by_account on ledger_holds (account_id);

-- Both sides of a transfer are one row: none is ever half written, and all accounts sum to zero by construction.
create table ledger_transfers (
  id bigserial primary key,
  -- Unique for ever, so a retry moves nothing twice.
  key text not null constraint ledger_transfers_key unique,
  kind text not null,
  reference text not null,
  currency text not null,
  amount bigint not null,
  from_account bigint not null,
  to_account bigint not null,
  -- Balances after the transfer, of tracked accounts.
  from_balance bigint,
  to_balance bigint,
  opens_hold uuid,
  resolves_hold uuid,
  created_at timestamptz not null,
  constraint ledger_transfers_fills_hold foreign key (opens_hold, to_account)
    references ledger_holds (id, account_id),
  constraint ledger_transfers_takes_hold foreign key (resolves_hold, from_account)
    references ledger_holds (id, account_id),
  constraint ledger_transfers_from foreign key (from_account, currency)
    references ledger_accounts (id, currency),
  constraint ledger_transfers_to foreign key (to_account, currency)
    references ledger_accounts (id, currency),
  constraint ledger_transfers_amount check (amount > 0),
  constraint ledger_transfers_moves check (from_account <> to_account)
);
create index ledger_transfers_from_account on ledger_transfers (from_account, id);
create index ledger_transfers_to_account on ledger_transfers (to_account, id);
-- Few transfers have to do with a hold.
create unique index ledger_transfers_opens_hold on ledger_transfers (opens_hold) where opens_hold is not null;
create index ledger_transfers_resolves_hold on ledger_transfers (resolves_hold) where resolves_hold is not null;

-- The primary key lets a hold be resolved once.
create table ledger_hold_resolutions (
  hold_id uuid not null constraint ledger_hold_resolutions_hold_id_ledger_holds_id_fk references ledger_holds (id),
  created_at timestamptz not null,
  constraint ledger_hold_resolutions_hold_id_pk primary key (hold_id)
);

-- Total Steeze by kind of account: the sum over all rows. Each transaction writes to a row no other has, so none
-- waits; free space (fillfactor) keeps each row on its page.
create table steeze_totals (
  slot integer generated always as identity primary key,
  amounts jsonb not null
) with (fillfactor = 20);

-- The house's accounts: AP come from ap_issued; steeze_chain is the other side of the Steeze contract.
insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance) values
  ('00000000-0000-0000-0000-000000000000', 'ap_issued', 'AP', false, null),
  ('00000000-0000-0000-0000-000000000000', 'steeze_chain', 'STEEZE', false, null),
  ('00000000-0000-0000-0000-000000000000', 'steeze_unclaimed', 'STEEZE', false, null),
  ('00000000-0000-0000-0000-000000000000', 'steeze_forfeited', 'STEEZE', false, null),
  ('00000000-0000-0000-0000-000000000000', 'steeze_unexplained', 'STEEZE', false, null);

-- Lessons
-- -------

-- What decides a person's day and streak.
create table learners (
  user_id uuid primary key constraint learners_user_id_users_id_fk references users (id),
  time_zone text not null,
  time_zone_changed_at timestamptz,
  -- Changing the time zone never repeats a day: no day before this one.
  day_floor date,
  streak_days integer not null default 0,
  last_day date,
  -- Days that a change of time zone skipped or cut short: they don't break the streak.
  excused_days date[] not null default '{}'
);

-- Kept to tell a streak as of any moment.
create table time_zone_changes (
  user_id uuid not null constraint time_zone_changes_user_id_users_id_fk references users (id),
  changed_at timestamptz not null,
  from_zone text not null,
  to_zone text not null,
  day_before date not null,
  day_after date not null,
  constraint time_zone_changes_user_id_changed_at_pk primary key (user_id, changed_at)
);

-- The knowledge check of each lesson: passed, or wrong last.
create table lesson_quizzes (
  user_id uuid not null constraint lesson_quizzes_user_id_users_id_fk references users (id),
  lesson_id text not null,
  passed_at timestamptz,
  last_wrong_at timestamptz,
  constraint lesson_quizzes_user_id_lesson_id_pk primary key (user_id, lesson_id)
);

-- A lesson claimed, once a day.
create table lesson_completions (
  user_id uuid not null constraint lesson_completions_user_id_users_id_fk references users (id),
  lesson_id text not null,
  day date not null,
  completed_at timestamptz not null,
  is_review boolean not null,
  aura_earned integer not null,
  streak_after integer not null,
  constraint lesson_completions_user_id_lesson_id_day_pk primary key (user_id, lesson_id, day)
);
create index lesson_completions_by_time on lesson_completions (user_id, completed_at);

-- What deleted accounts had learned, by a keyed hash of each wallet and X account. Somebody who comes back is not paid
-- twice.
create table kept_learning (
  identity_hash bytea primary key,
  key_id text not null,
  kept_at timestamptz not null,
  time_zone text not null,
  time_zone_changed_at timestamptz,
  day_floor date,
  streak_days integer not null,
  last_day date,
  excused_days date[] not null,
  completions jsonb not null,
  quizzes jsonb not null,
  zone_changes jsonb not null
);

-- Ranks
-- -----

-- These rows change all the time but never change their keys: free space (fillfactor) keeps each on its page.

-- One row per user and board (0 is all time; see rank_week and rank_month). Kept by a trigger on the transfers.
create table rank_entries (
  board integer not null,
  user_id uuid not null,
  points bigint not null,
  -- Minus the id of the transfer that led to these points: among equals the greater was there first.
  tie bigint not null,
  was_points bigint,
  was_tie bigint,
  constraint rank_entries_board_user_id_pk primary key (board, user_id)
) with (fillfactor = 85);
create index rank_entries_in_order on rank_entries (board, points, tie, user_id);

-- How many users stand on each step of points, so that a rank is a sum over few rows (see rank_steps).
create table rank_counters (
  board integer not null,
  level smallint not null,
  lo bigint not null,
  span bigint not null,
  n bigint not null,
  points bigint not null,
  constraint rank_counters_board_level_lo_span_pk primary key (board, level, lo, span)
) with (fillfactor = 60);

-- Changes that the counters don't include yet, as arrays of one length: 1 for arriving at a place, -1 for leaving it.
create table rank_slots (
  slot integer generated always as identity primary key,
  boards integer[] not null default '{}',
  points bigint[] not null default '{}',
  ties bigint[] not null default '{}',
  shifts integer[] not null default '{}'
) with (fillfactor = 10);

-- Battles
-- -------

-- The running state of each battle; battle_steps is its history.
create table battles (
  id uuid primary key,
  challenger_id uuid not null constraint battles_challenger_id_users_id_fk references users (id),
  opponent_id uuid not null constraint battles_opponent_id_users_id_fk references users (id),
  title text,
  description text not null,
  status text not null,
  stake bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null,
  -- When the server has to act next; null once the battle is over.
  due_at timestamptz,
  cancellation_requested_by uuid,
  winner_id uuid,
  void_reason text,
  challenger_hold uuid not null,
  opponent_hold uuid not null,
  -- Running totals of the gifts, and the last hash of their chain.
  challenger_steeze bigint not null default 0,
  opponent_steeze bigint not null default 0,
  gift_count integer not null default 0,
  gift_head text not null,
  constraint battles_two_people check (challenger_id <> opponent_id),
  constraint battles_stake check (stake > 0),
  constraint battles_time check (starts_at < ends_at),
  constraint battles_title check (length(title) between 1 and 20),
  constraint battles_status check (
    status in ('challenge_sent', 'pending', 'accepted', 'cancellation_requested', 'active', 'completed',
      'rejected', 'withdrawn', 'expired', 'cancelled')),
  constraint battles_asker_while_asked check (
    (status = 'cancellation_requested') = (cancellation_requested_by is not null)),
  constraint battles_due_while_open check (
    (due_at is not null) =
      (status in ('challenge_sent', 'pending', 'accepted', 'cancellation_requested', 'active')))
);
create index battles_due on battles (due_at, id) where due_at is not null;
create index battles_by_status on battles (status, created_at, id);
-- The order of the public list: live first, then upcoming, then past. As LIST_RANK and LIST_TIME in tables.ts.
create index battles_listed on battles (
  (case when status = 'active' then 0
    when status in ('pending', 'challenge_sent', 'accepted', 'cancellation_requested') then 1 else 2 end),
  (case when due_at is not null then due_at - timestamptz '1970-01-01 00:00:00+00'
    else timestamptz '1970-01-01 00:00:00+00' - ends_at end),
  id
);
create index battles_listed_completed on battles (
  (case when due_at is not null then due_at - timestamptz '1970-01-01 00:00:00+00'
    else timestamptz '1970-01-01 00:00:00+00' - ends_at end),
  id
) where status = 'completed';
create index battles_won on battles (winner_id) where winner_id is not null;
create index battles_of_challenger on battles (challenger_id, status);
create index battles_of_opponent on battles (opponent_id, status);

-- Append-only.
create table battle_steps (
  id bigint generated always as identity primary key,
  battle_id uuid not null constraint battle_steps_battle_id_battles_id_fk references battles (id),
  step text not null,
  actor_id uuid,
  request_key text,
  at timestamptz not null,
  constraint battle_steps_request unique (actor_id, step, request_key)
);
create index battle_steps_of_battle on battle_steps (battle_id, id);

-- Append-only. Each gift carries a hash of itself and the one before it. No foreign keys: the ledger has already checked
-- the giver's account, and a crowd's gifts should cost little.
create table battle_gifts (
  battle_id uuid not null,
  seq integer not null,
  giver_id uuid not null,
  key text not null,
  participant_id uuid not null,
  amount bigint not null,
  purchased bigint not null,
  earned bigint not null,
  at timestamptz not null,
  hash text not null,
  constraint battle_gifts_battle_id_seq_pk primary key (battle_id, seq),
  constraint battle_gifts_key unique (giver_id, key),
  constraint battle_gifts_parts check (amount = purchased + earned),
  constraint battle_gifts_amount check (amount > 0 and purchased >= 0 and earned >= 0)
);

-- What each giver gave to each side.
create table battle_gifters (
  battle_id uuid not null,
  participant_id uuid not null,
  giver_id uuid not null,
  amount bigint not null,
  gifts integer not null,
  -- The gift that led to this amount: among equals the earlier comes first.
  reached_seq integer not null default 0,
  constraint battle_gifters_battle_id_participant_id_giver_id_pk primary key (battle_id, participant_id, giver_id)
);
create index battle_gifters_top on battle_gifters (battle_id, participant_id, amount desc nulls last, reached_seq);

-- Who is to be notified when a battle starts. Used once, then deleted.
create table battle_reminders (
  battle_id uuid not null constraint battle_reminders_battle_id_battles_id_fk references battles (id),
  user_id uuid not null constraint battle_reminders_user_id_users_id_fk references users (id),
  created_at timestamptz not null,
  constraint battle_reminders_battle_id_user_id_pk primary key (battle_id, user_id)
);

-- Chain events
-- ------------

-- Events of the two contracts, each once.
create table chain_events (
  id bigint generated always as identity primary key,
  chain_id integer not null,
  tx_hash text not null,
  log_index integer not null,
  contract text not null,
  kind text not null,
  block_number bigint not null,
  block_hash text not null,
  block_time timestamptz not null,
  account text not null,
  target text,
  usdc_micros bigint not null,
  steeze_amount bigint,
  -- The contract's own count after the event: USDC between the pair, or Steeze withdrawn by the account.
  running_total bigint,
  -- seen: not final yet. applied: in the ledger. gone: its block left the chain.
  status text not null,
  -- How often the event has appeared: it may go with its block and come again.
  incarnation integer not null default 1,
  constraint chain_events_once unique (chain_id, tx_hash, log_index),
  constraint chain_events_status check (status in ('seen', 'applied', 'gone')),
  constraint chain_events_kind check (kind in ('vouched', 'steeze_purchased', 'steeze_withdrawn'))
);
create index chain_events_by_block on chain_events (chain_id, block_number);
-- Once applied, an event is found through its feature's own table.
create index chain_events_waiting_of on chain_events (account, id) where status = 'seen';
create index chain_events_waiting on chain_events (block_number) where status = 'seen';

-- How far each pair of contracts has been followed, and which server follows it now.
create table chain_cursors (
  id text primary key,
  block_number bigint not null,
  block_hash text,
  block_time timestamptz,
  final_number bigint not null,
  final_hash text,
  final_time timestamptz,
  disputed_block bigint,
  lease_holder text,
  lease_until timestamptz
);

-- The way back when the chain reorganises.
create table chain_checkpoints (
  cursor_id text not null constraint chain_checkpoints_cursor_id_chain_cursors_id_fk references chain_cursors (id),
  block_number bigint not null,
  block_hash text not null,
  block_time timestamptz not null,
  constraint chain_checkpoints_cursor_id_block_number_pk primary key (cursor_id, block_number)
);

-- Vouching
-- --------

-- Every vouch on chain and what it earned. Without users where a wallet belonged to nobody: nothing came of it.
create table vouches (
  event_id bigint primary key constraint vouches_event_id_chain_events_id_fk references chain_events (id),
  key text not null,
  voucher_wallet text not null,
  target_wallet text not null,
  voucher_id uuid constraint vouches_voucher_id_users_id_fk references users (id),
  target_id uuid constraint vouches_target_id_users_id_fk references users (id),
  usdc_micros bigint not null,
  counted_micros bigint not null,
  multiplier text,
  aura_awarded integer not null,
  aura_capped integer not null default 0,
  tx_hash text not null,
  vouched_at timestamptz not null
);
create index vouches_by_pair on vouches (voucher_id, target_id);
create index vouches_by_target on vouches (target_id, vouched_at);

-- Steeze
-- ------

-- Every purchase on chain. user_id is null until somebody has bound the wallet.
create table steeze_purchases (
  event_id bigint primary key constraint steeze_purchases_event_id_chain_events_id_fk references chain_events (id),
  key text not null,
  wallet text not null,
  user_id uuid constraint steeze_purchases_user_id_users_id_fk references users (id),
  amount bigint not null,
  usdc_micros bigint not null,
  tx_hash text not null,
  bought_at timestamptz not null
);
create index steeze_purchases_by_user on steeze_purchases (user_id, bought_at);
create index steeze_purchases_unclaimed on steeze_purchases (wallet) where user_id is null;

-- Earned Steeze held in the ledger while a signature to withdraw it may be used; one open per wallet and contract.
create table steeze_redemptions (
  id uuid primary key,
  chain_id integer not null,
  contract text not null,
  wallet text not null,
  user_id uuid not null constraint steeze_redemptions_user_id_users_id_fk references users (id),
  request_key text,
  amount bigint not null,
  remaining bigint not null,
  ledger_hold uuid not null,
  -- As signed: all withdrawals of the wallet together may come to this.
  withdrawal_limit bigint not null,
  -- No signature made so far can be used after this.
  deadline timestamptz not null,
  renewals integer not null default 0,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint steeze_redemptions_request unique (user_id, request_key),
  constraint steeze_redemptions_parts check (remaining between 0 and amount),
  constraint steeze_redemptions_closed check ((remaining = 0) = (closed_at is not null))
);
create unique index steeze_redemptions_one_open on steeze_redemptions (chain_id, contract, wallet) where closed_at is null;
create index steeze_redemptions_by_user on steeze_redemptions (user_id, opened_at);
create index steeze_redemptions_by_time on steeze_redemptions (opened_at);

-- Final withdrawals on chain.
create table steeze_withdrawals (
  event_id bigint primary key constraint steeze_withdrawals_event_id_chain_events_id_fk references chain_events (id),
  wallet text not null,
  redemption_id uuid
    constraint steeze_withdrawals_redemption_id_steeze_redemptions_id_fk references steeze_redemptions (id),
  user_id uuid constraint steeze_withdrawals_user_id_users_id_fk references users (id),
  amount bigint not null,
  -- The part that no redemption covers, until an operator charges it to the wallet's owner.
  unexplained bigint not null default 0,
  usdc_micros bigint not null,
  tx_hash text not null,
  withdrawn_at timestamptz not null,
  constraint steeze_withdrawals_parts check (unexplained between 0 and amount)
);
create index steeze_withdrawals_by_user on steeze_withdrawals (user_id, withdrawn_at);
create index steeze_withdrawals_by_wallet on steeze_withdrawals (wallet);
create index steeze_withdrawals_unexplained on steeze_withdrawals (wallet) where unexplained > 0;

-- The contract's reserves beside the ledger, once a day (UTC).
create table reserve_snapshots (
  chain_id integer not null,
  contract text not null,
  day date not null,
  block_number bigint not null,
  usdc_micros bigint not null,
  outstanding bigint not null,
  ledger jsonb not null,
  taken_at timestamptz not null,
  constraint reserve_snapshots_chain_id_contract_day_pk primary key (chain_id, contract, day)
);

-- Users who may not redeem, and why. Lifted ones stay as a record.
create table redemption_freezes (
  id bigint generated always as identity primary key,
  user_id uuid not null constraint redemption_freezes_user_id_users_id_fk references users (id),
  reason text not null,
  frozen_at timestamptz not null,
  lifted_at timestamptz
);
create unique index redemption_freezes_one_now on redemption_freezes (user_id) where lifted_at is null;

-- Notifications
-- -------------

-- Added once, then only ever marked as read.
create table notifications (
  id uuid primary key,
  -- Their order; times may be equal.
  position bigint generated always as identity,
  user_id uuid not null constraint notifications_user_id_users_id_fk references users (id),
  -- Names the event, so that a retry notifies once.
  key text not null,
  type text not null,
  title text not null,
  message text not null,
  related_id text,
  actor_id uuid constraint notifications_actor_id_users_id_fk references users (id),
  is_read boolean not null default false,
  created_at timestamptz not null,
  constraint notifications_key unique (user_id, key),
  constraint notifications_not_blank check (title <> '' and key <> '')
);
create index notifications_newest on notifications (user_id, position);
create index notifications_unread on notifications (user_id) where not is_read;

-- Types of notification that a user does not want.
create table notification_mutes (
  user_id uuid not null constraint notification_mutes_user_id_users_id_fk references users (id),
  type text not null,
  constraint notification_mutes_user_id_type_pk primary key (user_id, type)
);

-- Browsers that take notifications while they are closed, for as long as their session lasts. One whose session ended
-- together with a security notice has none: it gets the notice and is removed.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null constraint push_subscriptions_user_id_users_id_fk references users (id),
  session_hash bytea
    constraint push_subscriptions_session_hash_sessions_token_hash_fk references sessions (token_hash)
    on delete cascade on update cascade,
  endpoint text not null constraint push_subscriptions_endpoint unique,
  p256dh text not null,
  auth text not null
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_session on push_subscriptions (session_hash);

-- Notifications to be sent to a browser.
create table push_messages (
  notification_id uuid not null
    constraint push_messages_notification_id_notifications_id_fk references notifications (id) on delete cascade,
  subscription_id uuid not null
    constraint push_messages_subscription_id_push_subscriptions_id_fk references push_subscriptions (id)
    on delete cascade,
  due_at timestamptz not null,
  attempts integer not null default 0,
  constraint push_messages_notification_id_subscription_id_pk primary key (notification_id, subscription_id)
);
create index push_messages_due on push_messages (due_at);
create index push_messages_by_subscription on push_messages (subscription_id);

-- Images
-- ------

-- Written before the first byte of a file and deleted after the last, so that no file is left behind.
create table image_files (
  name text primary key,
  user_id uuid not null constraint image_files_user_id_users_id_fk references users (id),
  -- Null for the image in use.
  remove_at timestamptz,
  -- Some of its files may be gone, so it can't be used again.
  removal_began boolean not null default false
);
create index image_files_by_owner on image_files (user_id);
create index image_files_by_removal on image_files (remove_at);

-- Moderation
-- ----------

-- Lifted ones stay as a record.
create table suspensions (
  id bigint generated always as identity primary key,
  user_id uuid not null constraint suspensions_user_id_users_id_fk references users (id),
  reason text not null,
  suspended_at timestamptz not null,
  lifted_at timestamptz
);
create unique index suspensions_one_now on suspensions (user_id) where lifted_at is null;

-- The log of what admins did, append-only.
create table admin_actions (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null from a shell. Outlives the admin's account, so it is no foreign key.
  admin_id uuid,
  action text not null,
  subject_kind text not null,
  subject text not null,
  reason text
);
create index admin_actions_by_subject on admin_actions (subject);
