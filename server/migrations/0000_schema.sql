-- Every table with its constraints and indexes, feature by feature. `tables.ts` of each feature says more about single
-- columns; 0001_functions.sql has the functions, triggers, views and partitions. Amounts are whole units (AP, Steeze,
-- micro-USDC), wallet addresses and contracts are lower case.

-- Trigrams, to find misspelt names.
create extension if not exists pg_trgm;

-- Profile
-- -------

-- The public part of an account; sign-in methods and balances are elsewhere.
create table users (
  id uuid primary key,
  username text not null,
  first_name text,
  profile_image_url text,
  is_admin boolean default false not null,
  is_demo boolean default false not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint users_username unique (username),
  constraint users_username_form check (username ~ '^[a-z0-9_]{3,20}$')
);
create index users_username_prefix on users (username text_pattern_ops);
create index users_username_trigrams on users using gin (username gin_trgm_ops);

-- Wallets
-- -------

-- Ownership periods: chain events belong to the owner at their time.
create table wallet_bindings (
  id bigint primary key generated always as identity,
  address text not null,
  user_id uuid not null constraint wallet_bindings_user_id_users_id_fk references users (id),
  bound_at timestamptz not null,
  unbound_at timestamptz
);
create index wallet_bindings_by_address on wallet_bindings (address, bound_at);
create index wallet_bindings_by_user on wallet_bindings (user_id);
create unique index wallet_bindings_one_now on wallet_bindings (address) where unbound_at is null;

-- Pending replacements, which the current wallet did not sign for.
create table wallet_replacements (
  user_id uuid primary key constraint wallet_replacements_user_id_users_id_fk references users (id),
  address text not null,
  requested_at timestamptz not null,
  takes_effect_at timestamptz not null
);
create index wallet_replacements_due on wallet_replacements (takes_effect_at);

-- One wallet per account, one account per wallet.
create table wallets (
  address text primary key,
  user_id uuid not null constraint wallets_user_id_users_id_fk references users (id),
  bound_at timestamptz not null,
  constraint wallets_user unique (user_id)
);
create index wallets_address_prefix on wallets (address text_pattern_ops);

-- Session
-- -------

-- Only the hash of a session's cookie is stored: a copy of the database signs nobody in.
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ends_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- Auth
-- ----

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

-- Screens and celebrations that a user has seen and never sees again.
create table seen_firsts (
  user_id uuid not null constraint seen_firsts_user_id_users_id_fk references users (id),
  first text not null,
  seen_at timestamptz not null,
  constraint seen_firsts_user_id_first_pk primary key (user_id, first)
);

-- Bonuses, once per account and per address, for ever. A keyed hash of the address outlives the account.
create table wallet_bonuses (
  address_hash bytea primary key,
  key_id text,
  user_id uuid not null,
  awarded_at timestamptz not null,
  constraint wallet_bonuses_user unique (user_id)
);

-- A user's fresh confirmation with X, valid once and for one purpose.
create table x_confirmations (
  user_id uuid not null constraint x_confirmations_user_id_users_id_fk references users (id),
  purpose text not null,
  subject text not null,
  browser_hash bytea not null,
  expires_at timestamptz not null,
  constraint x_confirmations_user_id_purpose_browser_hash_pk primary key (user_id, purpose, browser_hash)
);
create index x_confirmations_by_expiry on x_confirmations (expires_at);

-- Whitelist
-- ---------

-- Wallets that may join while the beta is closed. Removing one only makes it inactive.
create table whitelisted_wallets (
  id uuid primary key,
  wallet_address text not null,
  note text,
  is_active boolean default true not null,
  added_by uuid,
  created_at timestamptz not null,
  constraint whitelisted_wallets_address unique (wallet_address)
);

-- X
-- -

-- One X account per account, and the reverse.
create table x_accounts (
  x_id text primary key,
  user_id uuid not null constraint x_accounts_user_id_users_id_fk references users (id),
  handle text not null,
  linked_at timestamptz not null,
  constraint x_accounts_user unique (user_id)
);

-- Sign-ins with X under way. Each can be finished once, in the browser that started it.
create table x_flows (
  state_hash bytea primary key,
  browser_hash bytea not null,
  code_verifier text not null,
  user_id uuid constraint x_flows_user_id_users_id_fk references users (id),
  purpose text default 'enter' not null,
  subject text,
  time_zone text not null,
  next text,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index x_flows_by_expiry on x_flows (expires_at);

-- Sealed tokens to post on X, unreadable with the database alone. Only if posting is configured.
create table x_tokens (
  user_id uuid primary key constraint x_tokens_user_id_users_id_fk references users (id),
  key_id text,
  access_token bytea not null,
  refresh_token bytea,
  scopes text not null,
  expires_at timestamptz not null
);

-- Idempotency
-- -----------

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
  has_reached_out boolean default false not null,
  created_at timestamptz not null,
  constraint idempotent_answers_user_id_call_key_pk primary key (user_id, call, key)
);
create index idempotent_answers_by_age on idempotent_answers (created_at);

-- Binding
-- -------

-- Settings this database was first used with. Changing one would corrupt its data.
create table database_bindings (
  name text primary key,
  value text not null
);

-- Retention
-- ---------

-- How far each rule that removes old rows has come.
create table trim_rounds (
  name text primary key,
  due_at timestamptz not null,
  cutoff timestamptz,
  finished_at timestamptz,
  removed bigint default 0 not null,
  constraint trim_rounds_removed check (removed >= 0)
);
create index trim_rounds_due on trim_rounds (due_at);

-- Audit
-- -----

-- Finished audits. One that found nothing has a checkpoint, from which the next continues.
create table audit_runs (
  id bigserial primary key,
  kind text not null,
  finished_at timestamptz not null,
  findings integer not null,
  checkpoint text,
  signature bytea,
  key_id text,
  constraint audit_runs_kind check (kind in ('full', 'incremental')),
  constraint audit_runs_findings check (findings >= 0),
  constraint audit_runs_checkpoint check (num_nulls(checkpoint, signature, key_id) in (0, 3)
    and (findings = 0 or checkpoint is null))
);

-- Admin log
-- ---------

-- Append-only, enforced by a trigger.
create table admin_actions (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  admin_id uuid,
  action text not null,
  subject_kind text not null,
  subject text not null,
  reason text
);
create index admin_actions_by_subject on admin_actions (subject);

-- Suspension
-- ----------

-- Lifted ones stay as a record.
create table suspensions (
  id bigint primary key generated always as identity,
  user_id uuid not null constraint suspensions_user_id_users_id_fk references users (id),
  scope text not null,
  reason text not null,
  suspended_at timestamptz not null,
  lifted_at timestamptz,
  constraint suspensions_scope check (scope in ('account', 'redeeming'))
);
create unique index suspensions_one_now on suspensions (user_id, scope) where lifted_at is null;

-- Moderation
-- ----------

-- What one admin proposed and another confirms. Open while `decision` is null and it hasn't lapsed.
create table admin_proposals (
  id uuid primary key,
  action text not null,
  subject uuid not null,
  reason text not null,
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decision text,
  decided_by uuid,
  decided_at timestamptz,
  constraint admin_proposals_action check (action in ('void-battle', 'unfreeze-redemption', 'approve-redemption')),
  constraint admin_proposals_another check (decision <> 'confirmed' or decided_by <> proposed_by),
  constraint admin_proposals_decided check (case when decision is null then decided_by is null and decided_at is null
    else decision in ('confirmed', 'withdrawn', 'lapsed') and decided_at is not null
      and (decision = 'lapsed') = (decided_by is null) end)
);
create unique index admin_proposals_open on admin_proposals (action, subject) where decision is null;
create index admin_proposals_in_order on admin_proposals (proposed_at) where decision is null;

create table person_reports (
  id uuid primary key,
  person_id uuid not null constraint person_reports_person_id_users_id_fk references users (id),
  reporter_id uuid not null constraint person_reports_reporter_id_users_id_fk references users (id),
  reason text not null,
  text text not null,
  reported_at timestamptz not null,
  settled_at timestamptz,
  constraint person_reports_another check (person_id <> reporter_id),
  constraint person_reports_reason check (reason in ('scam', 'impersonation', 'abuse', 'spam', 'other')),
  constraint person_reports_text check (length(text) <= 500)
);
create unique index person_reports_open on person_reports (person_id, reporter_id) where settled_at is null;
create index person_reports_waiting on person_reports (reported_at) where settled_at is null;
create index person_reports_of_person on person_reports (person_id);
create index person_reports_of_reporter on person_reports (reporter_id);

-- Images
-- ------

-- A row exists from before the first byte is written until after the last file is gone.
create table image_files (
  name text primary key,
  user_id uuid not null constraint image_files_user_id_users_id_fk references users (id),
  remove_at timestamptz,
  removal_began boolean default false not null
);
create index image_files_by_owner on image_files (user_id);
create index image_files_by_removal on image_files (remove_at);

-- Ledger
-- ------

-- Users' balances are tracked and never below zero. House accounts have none: one row would be the bottleneck.
create table ledger_accounts (
  id bigserial primary key,
  owner_id uuid not null,
  kind text not null,
  currency text not null,
  is_tracked boolean not null,
  balance bigint,
  constraint ledger_accounts_owner_kind unique (owner_id, kind),
  constraint ledger_accounts_balance_when_tracked check (is_tracked = (balance is not null)),
  constraint ledger_accounts_never_negative check
    (case when kind in ('ap_debt', 'steeze_debt') then balance <= 0 else balance >= 0 end)
);

-- An amount set aside until it is decided where it goes. Append-only.
create table ledger_holds (
  id uuid primary key,
  account_id bigint not null constraint ledger_holds_account_id_ledger_accounts_id_fk references ledger_accounts (id),
  amount bigint not null,
  created_at timestamptz not null,
  constraint ledger_holds_amount check (amount > 0)
);
create index ledger_holds_by_account on ledger_holds (account_id);

-- The primary key makes a hold resolve only once.
create table ledger_hold_resolutions (
  hold_id uuid not null constraint ledger_hold_resolutions_hold_id_ledger_holds_id_fk references ledger_holds (id),
  created_at timestamptz not null,
  constraint ledger_hold_resolutions_hold_id_pk primary key (hold_id)
);

-- The key of every transfer, and each hold that one opens, as a hash of 16 bytes beside the transfer's id: so a key
-- moves value once and a hold is filled once, in whichever partition. Written by a trigger. Append-only.
create table ledger_keys (
  hash uuid primary key,
  transfer_id bigint not null
);
create index ledger_keys_by_transfer
  on ledger_keys using brin (transfer_id) with (pages_per_range = 32, autosummarize = true);

-- Append-only. A row is a whole transfer, so the sum over all accounts is zero by construction. A trigger checks
-- accounts and holds instead of foreign keys: neither ever goes away, and a crowd's gifts name few accounts, each
-- looked up once.
create table ledger_transfers (
  id bigserial primary key,
  key text not null,
  kind text not null,
  reference text not null,
  currency text not null,
  amount bigint not null,
  from_account bigint not null,
  to_account bigint not null,
  from_balance bigint,
  to_balance bigint,
  opens_hold uuid,
  resolves_hold uuid,
  created_at timestamptz not null,
  constraint ledger_transfers_amount check (amount > 0),
  constraint ledger_transfers_moves check (from_account <> to_account)
) partition by range (id);
create index ledger_transfers_from_account on ledger_transfers (from_account, id);
create index ledger_transfers_to_account on ledger_transfers (to_account, id);
create index ledger_transfers_resolves_hold on ledger_transfers (resolves_hold) where resolves_hold is not null;

-- Steeze by kind of account, summed over all rows: one row per concurrent writer, kept by a trigger.
create table steeze_totals (
  slot integer primary key generated always as identity,
  amounts jsonb not null
) with (fillfactor = 20);

-- Lessons
-- -------

-- The learning of deleted accounts, by keyed hashes of wallets and X accounts, for when they return.
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
  rest_days integer default 0 not null,
  rest_progress integer default 0 not null,
  rest_counted_on date,
  completions jsonb not null,
  quizzes jsonb not null,
  zone_changes jsonb not null,
  placements jsonb default '[]'::jsonb not null
);

-- What decides a person's day and streak.
create table learners (
  user_id uuid primary key constraint learners_user_id_users_id_fk references users (id),
  time_zone text not null,
  time_zone_changed_at timestamptz,
  day_floor date,
  streak_days integer default 0 not null,
  last_day date,
  excused_days date[] default '{}' not null,
  rest_days integer default 0 not null,
  rest_progress integer default 0 not null,
  rest_counted_on date,
  offered_on date,
  offered_lessons text[] default '{}' not null
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
  rest_days_after integer default 0 not null,
  rested_days date[] default '{}' not null,
  difficulty text,
  constraint lesson_completions_user_id_lesson_id_day_pk primary key (user_id, lesson_id, day)
);
create index lesson_completions_by_time on lesson_completions (user_id, completed_at);

-- Labs solved. The seed follows from the keys, and transcripts are not kept.
create table lesson_labs (
  user_id uuid not null constraint lesson_labs_user_id_users_id_fk references users (id),
  lesson_id text not null,
  done_at timestamptz not null,
  constraint lesson_labs_user_id_lesson_id_pk primary key (user_id, lesson_id)
);

-- The knowledge check of each lesson: passed, or wrong last.
create table lesson_quizzes (
  user_id uuid not null constraint lesson_quizzes_user_id_users_id_fk references users (id),
  lesson_id text not null,
  passed_at timestamptz,
  last_wrong_at timestamptz,
  attempt_day date,
  right_answers integer default 0 not null,
  wrong_answers integer default 0 not null,
  constraint lesson_quizzes_user_id_lesson_id_pk primary key (user_id, lesson_id)
);

-- Attempts to pass a whole unit at once; at most one a day for each unit.
create table placements (
  user_id uuid not null constraint placements_user_id_users_id_fk references users (id),
  unit_id text not null,
  day date not null,
  questions text[] not null,
  right_questions text[] default '{}' not null,
  wrong_questions text[] default '{}' not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint placements_user_id_day_unit_id_pk primary key (user_id, day, unit_id)
);

-- Each question a user has answered, and when it comes back.
create table review_cards (
  user_id uuid not null constraint review_cards_user_id_users_id_fk references users (id),
  lesson_id text not null,
  question_id text not null,
  due_at timestamptz not null,
  stability double precision not null,
  difficulty double precision not null,
  scheduled_days integer not null,
  reps integer not null,
  lapses integer not null,
  state integer not null,
  reviewed_at timestamptz not null,
  first_right boolean,
  first_response text,
  known_at timestamptz,
  constraint review_cards_user_id_lesson_id_question_id_pk primary key (user_id, lesson_id, question_id)
);

create table reviews (
  user_id uuid not null constraint reviews_user_id_users_id_fk references users (id),
  day date not null,
  number integer not null,
  questions text[] not null,
  right_answers integer default 0 not null,
  wrong_answers integer default 0 not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint reviews_user_id_day_number_pk primary key (user_id, day, number)
);

-- Needed to compute a streak as of any moment.
create table time_zone_changes (
  user_id uuid not null constraint time_zone_changes_user_id_users_id_fk references users (id),
  changed_at timestamptz not null,
  from_zone text not null,
  to_zone text not null,
  day_before date not null,
  day_after date not null,
  constraint time_zone_changes_user_id_changed_at_pk primary key (user_id, changed_at)
);

-- Leagues
-- -------

-- One row per member and week in which they learned something. A trigger keeps the points.
create table league_entries (
  user_id uuid not null constraint league_entries_user_id_users_id_fk references users (id),
  week integer not null,
  level smallint,
  league integer,
  points integer not null,
  first_at timestamptz not null,
  reached_at timestamptz not null,
  is_out boolean default false not null,
  place smallint,
  moved smallint,
  constraint league_entries_user_id_week_pk primary key (user_id, week),
  constraint league_entries_some check (points > 0),
  constraint league_entries_seat check ((level is null) = (league is null)),
  constraint league_entries_level check (level between 1 and 10),
  constraint league_entries_result check ((place is null) = (moved is null)
    and (place is null or (league is not null and not is_out))),
  constraint league_entries_moved check (moved between -1 and 1 and level + moved between 1 and 10)
) with (fillfactor = 75);
create index league_entries_in_league on league_entries (week, level, league);
create index league_entries_unseated on league_entries (week, first_at, user_id) where league is null;

-- Who takes part.
create table league_members (
  user_id uuid primary key constraint league_members_user_id_users_id_fk references users (id),
  joined_at timestamptz not null
);

-- How far a week has come on each level. Its leagues are numbered from 1 in the order they filled.
create table league_weeks (
  week integer not null,
  level smallint not null,
  seats integer default 0 not null,
  closed integer default 0 not null,
  told integer default 0 not null,
  constraint league_weeks_week_level_pk primary key (week, level),
  constraint league_weeks_told check (told between 0 and closed)
);

-- Leaderboard
-- -----------

-- Counts per step, so that a rank is a sum over few rows. Level 0: coarse steps of points, level 1: fine ones; levels 2
-- and 3 count users with the same few points by time, coarse and fine. Latest changes are still in `rank_slots`.
create table rank_counters (
  board integer not null,
  level smallint not null,
  lo bigint not null,
  span bigint not null,
  n bigint not null,
  points bigint not null,
  constraint rank_counters_board_level_lo_span_pk primary key (board, level, lo, span)
) with (fillfactor = 60);

-- One row per person and board. It follows the transfers, up to what `rank_log` says.
create table rank_entries (
  board integer not null,
  user_id uuid not null,
  points bigint not null,
  tie bigint not null,
  was_points bigint,
  was_tie bigint,
  constraint rank_entries_board_user_id_pk primary key (board, user_id)
) with (fillfactor = 85);
create index rank_entries_in_order on rank_entries (board, points, tie, user_id);

-- Which transfers the ranks include: every one up to `counted_to`, and of those after it the ids in `counted`. An id
-- between them belongs to a transaction that is still open, or to none. One row; whoever counts has locked it.
create table rank_log (
  is_only boolean primary key default true,
  counted_to bigint not null,
  counted int8multirange default '{}' not null,
  drawn bigint,
  writers text[] default '{}' not null,
  version bigint default 0 not null,
  constraint rank_log_one_row check (is_only)
);

-- Arrivals (1) and departures (-1) not yet counted, as arrays of one length. As many rows as transactions ever changed
-- ranks at once: each takes one no other has.
create table rank_slots (
  slot integer primary key generated always as identity,
  boards integer[] default '{}' not null,
  points bigint[] default '{}' not null,
  ties bigint[] default '{}' not null,
  shifts integer[] default '{}' not null
) with (fillfactor = 10);

-- Battles
-- -------

-- The key of every gift, as a hash of 16 bytes beside its place: so a key gives once, in whichever partition. Written
-- by a trigger. Append-only.
create table battle_gift_keys (
  giver_id uuid not null,
  hash uuid not null,
  battle_id uuid not null,
  seq integer not null,
  at timestamptz not null,
  constraint battle_gifts_key primary key (giver_id, hash)
);

-- What each giver gave to each side.
create table battle_gifters (
  battle_id uuid not null,
  participant_id uuid not null,
  giver_id uuid not null,
  amount bigint not null,
  gifts integer not null,
  reached_seq integer not null,
  ceiling bigint not null,
  ceiling_tie integer not null,
  constraint battle_gifters_battle_id_participant_id_giver_id_pk primary key (battle_id, participant_id, giver_id)
);
create index battle_gifters_highest on battle_gifters (battle_id, participant_id, ceiling desc, ceiling_tie desc);

-- Append-only and hash-chained. No foreign keys: the ledger checked the giver, and bursts must be cheap. Each of its
-- partitions by time has a primary key of battle and number; across them the keys of gifts' transfers name both.
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
  constraint battle_gifts_parts check (amount = purchased + earned),
  constraint battle_gifts_amount check (amount > 0 and purchased >= 0 and earned >= 0)
) partition by range (at);

-- One row: the last time a server saw the database while a battle was near its end.
create table battle_pulse (
  "only" boolean primary key default true,
  at timestamptz not null,
  constraint battle_pulse_one check ("only")
);

-- Battles by status, summed over all rows: one row per concurrent writer, kept by triggers.
create table battle_totals (
  slot integer primary key generated always as identity,
  counts jsonb not null
);

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
  soft_close boolean default false not null,
  planned_ends_at timestamptz,
  extended_at timestamptz[] default '{}' not null,
  outage_from timestamptz,
  outage_to timestamptz,
  outage_end timestamptz,
  outage_moved_to timestamptz,
  outage_gifts integer,
  outage_extensions integer,
  created_at timestamptz not null,
  due_at timestamptz,
  cancellation_requested_by uuid,
  winner_id uuid,
  void_reason text,
  decline_reason text,
  rematch_of uuid constraint battles_rematch_of_battles_id_fk references battles (id),
  challenger_hold uuid not null,
  opponent_hold uuid not null,
  challenger_steeze bigint default 0 not null,
  opponent_steeze bigint default 0 not null,
  gift_count integer default 0 not null,
  gift_head text not null,
  constraint battles_two_people check (challenger_id <> opponent_id),
  constraint battles_stake check (stake > 0),
  constraint battles_time check (starts_at < ends_at),
  constraint battles_extended check (case when cardinality(extended_at) = 0 and outage_moved_to is null
    then planned_ends_at is null
    else planned_ends_at is not null and cardinality(extended_at) <= 3
      and (soft_close or cardinality(extended_at) = 0)
      and array_position(extended_at, null) is null
      and (cardinality(extended_at) < 1
        or extended_at[1] < (case outage_extensions when 0 then outage_moved_to else planned_ends_at end)
          and extended_at[1] > (case outage_extensions when 0 then outage_moved_to else planned_ends_at end) - interval '60 seconds')
      and (cardinality(extended_at) < 2
        or extended_at[2] > extended_at[1] and extended_at[2] < (case outage_extensions when 1 then outage_moved_to else extended_at[1] + interval '60 seconds' end)
          and extended_at[2] > (case outage_extensions when 1 then outage_moved_to else extended_at[1] + interval '60 seconds' end) - interval '60 seconds')
      and (cardinality(extended_at) < 3
        or extended_at[3] > extended_at[2] and extended_at[3] < (case outage_extensions when 2 then outage_moved_to else extended_at[2] + interval '60 seconds' end)
          and extended_at[3] > (case outage_extensions when 2 then outage_moved_to else extended_at[2] + interval '60 seconds' end) - interval '60 seconds')
      and ends_at = case outage_extensions when cardinality(extended_at)
        then outage_moved_to
        else extended_at[cardinality(extended_at)] + interval '60 seconds' end end),
  constraint battles_outage check (case num_nonnulls(outage_from, outage_to, outage_end, outage_moved_to,
          outage_gifts, outage_extensions)
        when 0 then true
        when 6 then outage_gifts between 0 and gift_count
          and outage_extensions between 0 and cardinality(extended_at)
          and outage_end = case outage_extensions when 0 then planned_ends_at
            else extended_at[outage_extensions] + interval '60 seconds' end
          and (least(outage_to, outage_end)
    - greatest(outage_from, outage_end - interval '60 seconds', starts_at)) > interval '5 seconds'
          and outage_moved_to = greatest(outage_end, outage_to) + (least(outage_to, outage_end)
    - greatest(outage_from, outage_end - interval '60 seconds', starts_at))
          and outage_moved_to <= outage_end + interval '5 minutes'
        else false end),
  constraint battles_title check (length(title) between 1 and 20),
  constraint battles_status check
    (status in ('pending', 'accepted', 'cancellation_requested', 'active', 'completed', 'withdrawn', 'cancelled', 'rejected', 'expired')),
  constraint battles_decline_reason check (decline_reason is null or status = 'rejected'
    and decline_reason in ('time', 'stake', 'length', 'later', 'no')),
  constraint battles_asker_while_asked check
    ((status = 'cancellation_requested') = (cancellation_requested_by is not null)),
  constraint battles_due_while_open check
    ((due_at is not null) = (status in ('pending', 'accepted', 'cancellation_requested', 'active')))
);
create index battles_due on battles (due_at, id) where due_at is not null;
create index battles_by_status on battles (status, created_at, id);
create index battles_listed on battles (
  (case when status = 'active' then 0
    when status in ('pending', 'accepted', 'cancellation_requested') then 1 else 2 end),
  (case when due_at is not null then due_at - timestamptz '1970-01-01 00:00:00+00'
    else timestamptz '1970-01-01 00:00:00+00' - ends_at end),
  id);
create index battles_listed_completed on battles (
  (case when due_at is not null then due_at - timestamptz '1970-01-01 00:00:00+00'
    else timestamptz '1970-01-01 00:00:00+00' - ends_at end),
  id)
  where status = 'completed';
create index battles_won on battles (winner_id) where winner_id is not null;
create unique index battles_open_rematch on battles (rematch_of) where rematch_of is not null and due_at is not null;
create index battles_of_challenger on battles (challenger_id, status);
create index battles_of_opponent on battles (opponent_id, status);

-- How the lead changed in a finished battle. Queued at its end; until computed, all but the due time is null.
create table battle_courses (
  battle_id uuid primary key constraint battle_courses_battle_id_battles_id_fk references battles (id),
  due_at timestamptz,
  gifters integer,
  lead_changes integer,
  decided_at timestamptz,
  settled_at timestamptz,
  constraint battle_courses_due_or_computed check (num_nonnulls(gifters, lead_changes, settled_at) =
    case when due_at is null then 3 else 0 end)
);
create index battle_courses_due on battle_courses (due_at, battle_id) where due_at is not null;

-- Users to notify when a battle starts, or can no longer start. Deleted when used.
create table battle_reminders (
  battle_id uuid not null constraint battle_reminders_battle_id_battles_id_fk references battles (id),
  user_id uuid not null constraint battle_reminders_user_id_users_id_fk references users (id),
  created_at timestamptz not null,
  constraint battle_reminders_battle_id_user_id_pk primary key (battle_id, user_id)
);
create index battle_reminders_of_user on battle_reminders (user_id);

-- Append-only.
create table battle_steps (
  id bigint primary key generated always as identity,
  battle_id uuid not null constraint battle_steps_battle_id_battles_id_fk references battles (id),
  step text not null,
  actor_id uuid,
  request_key text,
  at timestamptz not null,
  constraint battle_steps_request unique (actor_id, step, request_key)
);
create index battle_steps_of_battle on battle_steps (battle_id, id);
create index battle_steps_by_age on battle_steps (at);

-- Challenges to whoever opens their link and accepts first. The battle has the link's id: its primary key is what makes
-- a second acceptance impossible.
create table challenge_links (
  id uuid primary key,
  challenger_id uuid not null constraint challenge_links_challenger_id_users_id_fk references users (id),
  title text,
  description text not null,
  status text not null,
  stake bigint not null,
  hold uuid not null,
  length_minutes integer not null,
  soft_close boolean not null,
  request_key text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  battle_id uuid constraint challenge_links_battle_id_battles_id_fk references battles (id),
  constraint challenge_links_hold_unique unique (hold),
  constraint challenge_links_request unique (challenger_id, request_key),
  constraint challenge_links_stake check (stake > 0),
  constraint challenge_links_length check (length_minutes > 0),
  constraint challenge_links_time check (created_at < expires_at),
  constraint challenge_links_title check (length(title) between 1 and 20),
  constraint challenge_links_status check (status in ('pending', 'accepted', 'withdrawn', 'expired')),
  constraint challenge_links_battle check (case when status = 'accepted' then battle_id is not null and battle_id = id
    else battle_id is null end)
);
create index challenge_links_of_challenger on challenge_links (challenger_id, created_at);
create index challenge_links_open on challenge_links (challenger_id) where status = 'pending';
create index challenge_links_due on challenge_links (expires_at, id) where status = 'pending';

-- People who don't take everybody's challenges.
create table challenge_settings (
  user_id uuid primary key constraint challenge_settings_user_id_users_id_fk references users (id),
  challengers text not null,
  constraint challenge_settings_challengers check (challengers in ('known', 'nobody'))
);

-- Crowd
-- -----

-- Running totals; single cheers are not stored.
create table battle_cheers (
  battle_id uuid not null constraint battle_cheers_battle_id_battles_id_fk references battles (id),
  participant_id uuid not null constraint battle_cheers_participant_id_users_id_fk references users (id),
  cheers bigint not null,
  constraint battle_cheers_battle_id_participant_id_pk primary key (battle_id, participant_id),
  constraint battle_cheers_some check (cheers > 0)
);
create index battle_cheers_of_participant on battle_cheers (participant_id);

create table battle_comments (
  id uuid primary key,
  battle_id uuid not null constraint battle_comments_battle_id_battles_id_fk references battles (id),
  author_id uuid not null constraint battle_comments_author_id_users_id_fk references users (id),
  place smallint not null,
  text text not null,
  written_at timestamptz not null,
  removed_at timestamptz,
  constraint battle_comments_place unique (battle_id, author_id, place),
  constraint battle_comments_limit check (place between 1 and 20),
  constraint battle_comments_text check (length(text) between 1 and 140)
);
create index battle_comments_newest on battle_comments (battle_id, written_at, id);
create index battle_comments_by_author on battle_comments (author_id, written_at);

create table comment_mutes (
  battle_id uuid not null constraint comment_mutes_battle_id_battles_id_fk references battles (id),
  user_id uuid not null constraint comment_mutes_user_id_users_id_fk references users (id),
  muted_by uuid not null constraint comment_mutes_muted_by_users_id_fk references users (id),
  muted_at timestamptz not null,
  constraint comment_mutes_battle_id_user_id_pk primary key (battle_id, user_id)
);
create index comment_mutes_of_user on comment_mutes (user_id);
create index comment_mutes_by_muter on comment_mutes (muted_by);

create table comment_reports (
  comment_id uuid not null
    constraint comment_reports_comment_id_battle_comments_id_fk references battle_comments (id)
    on delete cascade,
  reporter_id uuid not null constraint comment_reports_reporter_id_users_id_fk references users (id),
  reason text not null,
  reported_at timestamptz not null,
  settled_at timestamptz,
  constraint comment_reports_comment_id_reporter_id_pk primary key (comment_id, reporter_id),
  constraint comment_reports_reason check (reason in ('abuse', 'spam', 'other'))
);
create index comment_reports_waiting on comment_reports (reported_at) where settled_at is null;
create index comment_reports_of_reporter on comment_reports (reporter_id);

-- Follows
-- -------

create table blocks (
  blocker_id uuid not null constraint blocks_blocker_id_users_id_fk references users (id),
  blocked_id uuid not null constraint blocks_blocked_id_users_id_fk references users (id),
  position bigint generated always as identity,
  blocked_at timestamptz not null,
  constraint blocks_blocker_id_blocked_id_pk primary key (blocker_id, blocked_id),
  constraint blocks_newest unique (blocker_id, position),
  constraint blocks_another check (blocker_id <> blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id);

create table follows (
  follower_id uuid not null constraint follows_follower_id_users_id_fk references users (id),
  followed_id uuid not null constraint follows_followed_id_users_id_fk references users (id),
  position bigint generated always as identity,
  followed_at timestamptz not null,
  constraint follows_follower_id_followed_id_pk primary key (follower_id, followed_id),
  constraint follows_newest unique (follower_id, position),
  constraint follows_newest_followers unique (followed_id, position),
  constraint follows_of_followed unique (followed_id, follower_id),
  constraint follows_another check (follower_id <> followed_id)
);

-- People whose followers only they see.
create table hidden_followers (
  user_id uuid primary key constraint hidden_followers_user_id_users_id_fk references users (id)
);

-- Battles that went live and whose participants' followers are being told.
create table live_announcements (
  battle_id uuid primary key constraint live_announcements_battle_id_battles_id_fk references battles (id),
  challenger_id uuid not null constraint live_announcements_challenger_id_users_id_fk references users (id),
  opponent_id uuid not null constraint live_announcements_opponent_id_users_id_fk references users (id),
  title text,
  ends_at timestamptz not null,
  told_up_to uuid,
  due_at timestamptz not null
);

-- Hides a person from the one who muted them, and nobody else.
create table mutes (
  muter_id uuid not null constraint mutes_muter_id_users_id_fk references users (id),
  muted_id uuid not null constraint mutes_muted_id_users_id_fk references users (id),
  position bigint generated always as identity,
  muted_at timestamptz not null,
  constraint mutes_muter_id_muted_id_pk primary key (muter_id, muted_id),
  constraint mutes_newest unique (muter_id, position),
  constraint mutes_another check (muter_id <> muted_id)
);
create index mutes_of_muted on mutes (muted_id);

-- Friend streaks
-- --------------

-- Streaks of two people, asked for or kept. They end with their row.
create table friend_streaks (
  first_id uuid not null constraint friend_streaks_first_id_users_id_fk references users (id),
  second_id uuid not null constraint friend_streaks_second_id_users_id_fk references users (id),
  asked_by uuid not null constraint friend_streaks_asked_by_users_id_fk references users (id),
  asked_at timestamptz not null,
  start_day date,
  constraint friend_streaks_first_id_second_id_pk primary key (first_id, second_id),
  constraint friend_streaks_pair check (first_id < second_id),
  constraint friend_streaks_asked_by check (asked_by in (first_id, second_id))
);
create index friend_streaks_of_second on friend_streaks (second_id);
create index friend_streaks_by_asker on friend_streaks (asked_by);

-- Chain events
-- ------------

-- How far the contracts have been followed. One row per pair of contracts ever used.
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

-- Earlier cursor positions since the last final block, to rewind to after a reorganisation.
create table chain_checkpoints (
  cursor_id text not null constraint chain_checkpoints_cursor_id_chain_cursors_id_fk references chain_cursors (id),
  block_number bigint not null,
  block_hash text not null,
  block_time timestamptz not null,
  constraint chain_checkpoints_cursor_id_block_number_pk primary key (cursor_id,block_number)
);

-- The place of every event on its chain, with the event's id: so an event is stored once, in whichever partition.
-- Written by a trigger. Append-only. The transaction's hash as its 32 bytes, half of what its text takes.
create table chain_event_keys (
  event_id bigint not null,
  chain_id integer not null,
  log_index integer not null,
  tx_hash bytea not null,
  constraint chain_event_keys_pkey primary key (chain_id, tx_hash, log_index)
);
create index chain_event_keys_by_event
  on chain_event_keys using brin (event_id) with (pages_per_range = 32, autosummarize = true);

-- Events of the two contracts, each once, with the amounts they report. In partitions by id.
create table chain_events (
  id bigserial primary key,
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
  running_total bigint,
  status text not null,
  incarnation integer default 1 not null,
  constraint chain_events_status check (status in ('seen', 'applied', 'gone')),
  constraint chain_events_kind check (kind in ('vouched', 'steeze_purchased', 'steeze_withdrawn'))
) partition by range (id);
create index chain_events_by_block on chain_events (chain_id, block_number);
create index chain_events_waiting_of on chain_events (account, id) where status = 'seen';
create index chain_events_waiting on chain_events (block_number) where status = 'seen';

-- Vouching
-- --------

-- A line the voucher wrote beside a vouch. Belongs to the event, so it is back when a reverted vouch is.
create table vouch_words (
  id uuid primary key,
  event_id bigint not null constraint vouch_words_event_id_chain_events_id_fk references chain_events (id),
  writer_id uuid not null constraint vouch_words_writer_id_users_id_fk references users (id),
  target_id uuid not null constraint vouch_words_target_id_users_id_fk references users (id),
  text text,
  written_at timestamptz not null,
  constraint vouch_words_event_id_unique unique (event_id),
  constraint vouch_words_text check (length(text) between 1 and 140)
);
create index vouch_words_of_writer on vouch_words (writer_id);
create index vouch_words_of_target on vouch_words (target_id);

create table vouch_word_reports (
  words_id uuid not null
    constraint vouch_word_reports_words_id_vouch_words_id_fk references vouch_words (id)
    on delete cascade,
  reporter_id uuid not null constraint vouch_word_reports_reporter_id_users_id_fk references users (id),
  reason text not null,
  reported_at timestamptz not null,
  settled_at timestamptz,
  constraint vouch_word_reports_words_id_reporter_id_pk primary key (words_id, reporter_id),
  constraint vouch_word_reports_reason check (reason in ('abuse', 'spam', 'other'))
);
create index vouch_word_reports_waiting on vouch_word_reports (reported_at) where settled_at is null;
create index vouch_word_reports_of_reporter on vouch_word_reports (reporter_id);

-- Every vouch on chain while it is there. Without people if a side owned no wallet or was not admitted.
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
  aura_capped integer default 0 not null,
  tx_hash text not null,
  vouched_at timestamptz not null,
  was_blocked boolean default false not null
);
create index vouches_by_pair on vouches (voucher_id, target_id);
create index vouches_by_target on vouches (target_id, vouched_at);
create index vouches_by_payer on vouches (voucher_wallet, target_id);

-- Steeze
-- ------

-- Redemptions that an admin has to approve before anything is signed. The redemption that is signed in the end has the
-- same id.
create table redemption_reviews (
  id uuid primary key,
  user_id uuid not null constraint redemption_reviews_user_id_users_id_fk references users (id),
  request_key text,
  amount bigint not null,
  above bigint,
  is_related boolean not null,
  ledger_hold uuid,
  status text not null,
  opened_at timestamptz not null,
  until timestamptz,
  answer text,
  appeal text,
  appealed_at timestamptz,
  appeal_answer text,
  decided_by uuid,
  decided_at timestamptz,
  constraint redemption_reviews_request unique (user_id, request_key),
  constraint redemption_reviews_status check
    (status in ('waiting', 'approved', 'rejected', 'cancelled', 'unanswered', 'unused', 'signed')),
  constraint redemption_reviews_amount check (amount > 0),
  constraint redemption_reviews_cause check (above is not null or is_related),
  constraint redemption_reviews_until check ((until is not null) = (status in ('waiting', 'approved'))),
  constraint redemption_reviews_hold check (ledger_hold is null or status in ('waiting', 'approved')),
  constraint redemption_reviews_appeal check ((appeal is null) = (appealed_at is null)
    and (appeal_answer is null or appealed_at is not null)),
  constraint redemption_reviews_decided check (case when status in ('approved', 'rejected')
    then decided_at is not null and decided_by is not null
      and (case when appealed_at is null then answer else appeal_answer end) is not null
    else status <> 'waiting' or decided_at is null end)
);
create unique index redemption_reviews_one_open on redemption_reviews (user_id)
  where status in ('waiting', 'approved');
create index redemption_reviews_by_user on redemption_reviews (user_id, opened_at);
create index redemption_reviews_due on redemption_reviews (until) where until is not null;
create index redemption_reviews_decided on redemption_reviews (decided_at) where status in ('approved', 'rejected');

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

-- The buyer of each purchase. A purchase that disappears from the chain is deleted.
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

-- Earned Steeze held while a signature may be used. A wallet has one open per contract and chain.
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
  withdrawal_limit bigint not null,
  deadline timestamptz not null,
  renewals integer default 0 not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint steeze_redemptions_request unique (user_id, request_key),
  constraint steeze_redemptions_parts check (remaining between 0 and amount),
  constraint steeze_redemptions_closed check ((remaining = 0) = (closed_at is not null))
);
create unique index steeze_redemptions_one_open on steeze_redemptions (chain_id, contract, wallet)
  where closed_at is null;
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
  unexplained bigint default 0 not null,
  usdc_micros bigint not null,
  tx_hash text not null,
  withdrawn_at timestamptz not null,
  constraint steeze_withdrawals_parts check (unexplained between 0 and amount)
);
create index steeze_withdrawals_by_user on steeze_withdrawals (user_id, withdrawn_at);
create index steeze_withdrawals_by_wallet on steeze_withdrawals (wallet);
create index steeze_withdrawals_unexplained on steeze_withdrawals (wallet) where unexplained > 0;

-- Reputation
-- ----------

-- Everybody who learned, won or lost something, kept by a trigger on transfers in the statement that writes them.
create table reputation_parts (
  user_id uuid primary key,
  learned bigint not null,
  won bigint not null
);
create index reputation_parts_by_learned on reputation_parts (learned, user_id);
create index reputation_parts_by_won on reputation_parts (won, user_id);

-- Trust
-- -----

-- Inviters of many related accounts, with how many those are, as of the calculation in `trust_state`.
create table trust_rings (
  user_id uuid primary key,
  accounts integer not null,
  constraint trust_rings_some check (accounts > 0)
);

-- One row: what the values were calculated from.
create table trust_state (
  id integer primary key,
  version integer not null,
  day integer not null,
  seeds text not null,
  relations bigint default 0 not null,
  up_to_block bigint not null,
  payments bigint not null,
  calculated_at timestamptz,
  constraint trust_state_one check (id = 1)
);

-- Everybody who has a whole point of Trust, as of the calculation in `trust_state`.
create table trust_values (
  user_id uuid primary key,
  points bigint not null,
  supporters integer not null,
  top_ids uuid[] not null,
  top_points bigint[] not null,
  constraint trust_values_some check (points > 0),
  constraint trust_values_tops check (cardinality(top_ids) = cardinality(top_points))
);
create index trust_values_in_order on trust_values (points, user_id);

-- Related accounts
-- ----------------

-- Each row is the keyed hash of a device or an address that somebody signed in from, with the hour.
create table account_traces (
  user_id uuid not null constraint account_traces_user_id_users_id_fk references users (id),
  kind text not null,
  value_hash bytea not null,
  key_id text not null,
  hour timestamptz not null,
  constraint account_traces_user_id_kind_value_hash_hour_pk primary key (user_id, kind, value_hash, hour),
  constraint account_traces_kind check (kind in ('device', 'address', 'predecessor'))
);
create index account_traces_by_value on account_traces (value_hash, user_id);
create index account_traces_by_age on account_traces (kind, hour);

-- Accounts that left something new since their relations were calculated.
create table accounts_to_relate (
  user_id uuid primary key constraint accounts_to_relate_user_id_users_id_fk references users (id),
  queued_at timestamptz not null
);
create index accounts_to_relate_in_order on accounts_to_relate (queued_at);

-- Pairs of accounts with something in common, each once.
create table related_pairs (
  a_id uuid not null constraint related_pairs_a_id_users_id_fk references users (id),
  b_id uuid not null constraint related_pairs_b_id_users_id_fk references users (id),
  score integer not null,
  reasons jsonb not null,
  is_related boolean not null,
  calculated_at timestamptz not null,
  cleared_at timestamptz,
  cleared_reason text,
  constraint related_pairs_a_id_b_id_pk primary key (a_id, b_id),
  constraint related_pairs_order check (a_id < b_id),
  constraint related_pairs_cleared check ((cleared_at is null) = (cleared_reason is null)),
  constraint related_pairs_effect check (not (is_related and cleared_at is not null))
);
create index related_pairs_of_b on related_pairs (b_id);

-- One row: how often the related pairs changed, for what is calculated from them.
create table related_state (
  id integer primary key,
  revision bigint not null,
  constraint related_state_one check (id = 1)
);

-- Notifications
-- -------------

-- Types of notification that a user does not want.
create table notification_mutes (
  user_id uuid not null constraint notification_mutes_user_id_users_id_fk references users (id),
  type text not null,
  channel text default 'bell' not null,
  constraint notification_mutes_user_id_type_channel_pk primary key (user_id, type, channel),
  constraint notification_mutes_channel check (channel in ('bell', 'device'))
);

-- Added once, then only ever marked as read.
create table notifications (
  id uuid primary key,
  position bigint generated always as identity,
  user_id uuid not null constraint notifications_user_id_users_id_fk references users (id),
  key text not null,
  type text not null,
  title text not null,
  message text not null,
  related_id text,
  actor_id uuid constraint notifications_actor_id_users_id_fk references users (id),
  is_read boolean default false not null,
  in_bell boolean default true not null,
  to_devices boolean default true not null,
  from_stranger boolean default false not null,
  created_at timestamptz not null,
  constraint notifications_key unique (user_id, key),
  constraint notifications_not_blank check (title <> '' and key <> '')
);
create index notifications_newest on notifications (user_id, position);
create index notifications_of_strangers on notifications (user_id, position) where from_stranger;
create index notifications_read_by_age on notifications (created_at) where is_read or not in_bell;
create index notifications_unread_by_age on notifications (created_at) where not is_read and in_bell;
create index notifications_by_actor on notifications (actor_id) where actor_id is not null;
create index notifications_by_related on notifications (related_id) where related_id is not null;
create index notifications_unread on notifications (user_id) where not is_read;

-- Push
-- ----

-- How many messages of a kind the trigger queued for a person since `started_at`, and how many it held back. Held ones
-- are told of in one message when the hour is over.
create table push_hours (
  user_id uuid not null constraint push_hours_user_id_users_id_fk references users (id),
  type text not null,
  started_at timestamptz not null,
  queued integer not null,
  held integer not null,
  constraint push_hours_user_id_type_pk primary key (user_id, type),
  constraint push_hours_counts check (queued >= 0 and held >= 0)
);
create index push_hours_held on push_hours (started_at) where held > 0;

-- Lasts as long as its session. Without one it gets its queued security notice and is then deleted.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null constraint push_subscriptions_user_id_users_id_fk references users (id),
  session_hash bytea
    constraint push_subscriptions_session_hash_sessions_token_hash_fk references sessions (token_hash)
    on delete cascade on update cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  constraint push_subscriptions_endpoint unique (endpoint)
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_session on push_subscriptions (session_hash);

-- A trigger on notifications queues them, in the transaction that inserts the notification.
create table push_messages (
  notification_id uuid not null
    constraint push_messages_notification_id_notifications_id_fk references notifications (id)
    on delete cascade,
  subscription_id uuid not null
    constraint push_messages_subscription_id_push_subscriptions_id_fk references push_subscriptions (id)
    on delete cascade,
  due_at timestamptz not null,
  attempts integer default 0 not null,
  constraint push_messages_notification_id_subscription_id_pk primary key (notification_id, subscription_id)
);
create index push_messages_due on push_messages (due_at);
create index push_messages_by_subscription on push_messages (subscription_id);

-- Reminders
-- ---------

-- The next round of reminders in each time zone somebody lives in; without a day until it is planned.
create table reminder_rounds (
  time_zone text primary key,
  day date,
  step smallint default 0 not null,
  due_at timestamptz not null,
  done_up_to uuid
);
create index reminder_rounds_due on reminder_rounds (due_at);

-- One row for each learner; triggers keep it in step with the learner's zone and lessons.
create table reminders (
  user_id uuid primary key constraint reminders_user_id_users_id_fk references users (id),
  time_zone text not null,
  chosen_hour smallint,
  usual_hour smallint,
  is_stale boolean default false not null,
  constraint reminders_hours check (chosen_hour between 7 and 21 and usual_hour between 7 and 21)
);
create index reminders_by_hour on reminders (time_zone, coalesce(chosen_hour, usual_hour), user_id);
create index reminders_by_zone on reminders (time_zone, user_id);
create index reminders_stale on reminders (user_id) where is_stale;

-- Invites
-- -------

-- Invites that an admin gave somebody beyond those that everyone has.
create table extra_invites (
  user_id uuid primary key constraint extra_invites_user_id_users_id_fk references users (id),
  extra integer not null,
  constraint extra_invites_some check (extra >= 0)
);

-- Links that admit one person each. Whoever knows the id may use it.
create table invites (
  id uuid primary key,
  inviter_id uuid not null constraint invites_inviter_id_users_id_fk references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  withdrawn_at timestamptz,
  request_key text,
  constraint invites_request unique (inviter_id, request_key),
  constraint invites_time check (created_at < expires_at)
);
create index invites_of_inviter on invites (inviter_id, created_at);

-- The tree: who invited whom. Append-only, enforced by a trigger, so that nobody leaves it.
create table invited_people (
  invited_id uuid primary key constraint invited_people_invited_id_users_id_fk references users (id),
  inviter_id uuid not null constraint invited_people_inviter_id_users_id_fk references users (id),
  invite_id uuid constraint invited_people_invite_id_invites_id_fk references invites (id),
  invited_at timestamptz not null,
  constraint invited_people_invite unique (invite_id),
  constraint invited_people_other check (invited_id <> inviter_id)
);
create index invited_people_of_inviter on invited_people (inviter_id, invited_at);

-- Of deleted accounts, by a keyed hash of each wallet and X account: who comes back gets no new invites and keeps their
-- inviter.
create table kept_invites (
  identity_hash bytea primary key,
  key_id text not null,
  used integer not null,
  inviter_id uuid constraint kept_invites_inviter_id_users_id_fk references users (id),
  constraint kept_invites_used check (used >= 0)
);

-- Status
-- ------

-- Minutes of each UTC day by the state a part was in.
create table status_days (
  day date not null,
  part text not null,
  up integer not null,
  degraded integer not null,
  down integer not null,
  constraint status_days_day_part_pk primary key (day, part),
  constraint status_days_minutes check (least(up, degraded, down) >= 0),
  constraint status_days_a_day check (up + degraded + down <= 1440)
);

-- One row, so that each minute counts once on any number of servers.
create table status_recorder (
  id smallint primary key,
  since timestamptz not null,
  minute timestamptz not null,
  constraint status_recorder_one check (id = 1)
);
