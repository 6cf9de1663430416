-- Functions, triggers, views and partitions, feature by feature, and the first rows. The tables are in 0000_schema.sql.

-- Append-only tables
-- ------------------

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a mistake is mended by another transfer', tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger ledger_transfers_append_only before update or delete or truncate on ledger_transfers
  for each statement execute function refuse_ledger_change();
create trigger ledger_holds_append_only before update or delete or truncate on ledger_holds
  for each statement execute function refuse_ledger_change();
create trigger ledger_hold_resolutions_append_only before update or delete or truncate on ledger_hold_resolutions
  for each statement execute function refuse_ledger_change();
create trigger ledger_keys_append_only before update or delete or truncate on ledger_keys
  for each statement execute function refuse_ledger_change();
create trigger battle_gifts_append_only before update or delete or truncate on battle_gifts
  for each statement execute function refuse_ledger_change();
create trigger battle_gift_keys_append_only before update or delete or truncate on battle_gift_keys
  for each statement execute function refuse_ledger_change();
create trigger battle_steps_append_only before update or truncate on battle_steps
  for each statement execute function refuse_ledger_change();
create trigger admin_actions_append_only before update or delete or truncate on admin_actions
  for each statement execute function refuse_ledger_change();

-- Views for other features
-- ------------------------

-- Each is a plain selection, so a statement that joins one is planned as if it joined the table, and locking its rows
-- locks the table's.

-- Users as others show them (profile).
create view user_profiles as
  select id, username, first_name, profile_image_url, is_admin, created_at, deleted_at from users;

-- Each user's streak, and the day it counts in (lessons). A streak lives as long as its rest days cover what was
-- missed.
create view streaks as
  select user_id, time_zone, day_floor, streak_days, last_day, excused_days, rest_days from learners;

-- What each user learned, and when (lessons): lessons by their difficulty, finished reviews, and questions that became
-- known.
create view learning_moments as
  select user_id, completed_at as at, coalesce(difficulty, 'review') as what from lesson_completions
  where difficulty is not null or is_review
  union all
  select user_id, known_at, 'card' from review_cards where known_at is not null;

-- The wallet bound to each account that has one (wallets).
create view user_wallets as select user_id, address from wallets;

-- The X account linked to each account that has one (x).
create view x_handles as select user_id, handle from x_accounts;

-- Ledger accounts
-- ---------------

-- Every transfer as its two entries.
create view ledger_entries as
  select id as transfer_id, from_account as account_id, -amount as amount, from_balance as balance, created_at
  from ledger_transfers
  union all
  select id, to_account, amount, to_balance, created_at from ledger_transfers;

-- An account is never deleted and never changes hands; only its balance moves.
create function refuse_account_change() returns trigger language plpgsql as $$
begin
  raise exception 'an account of the ledger never goes away or changes hands' using errcode = 'restrict_violation';
end $$;

create trigger ledger_accounts_stay before update on ledger_accounts
  for each row when ((new.id, new.owner_id, new.kind, new.currency, new.is_tracked)
                     is distinct from (old.id, old.owner_id, old.kind, old.currency, old.is_tracked))
  execute function refuse_account_change();
create trigger ledger_accounts_remain before delete on ledger_accounts
  for each row execute function refuse_account_change();

-- Only a transfer fills an account, so it begins empty.
create function refuse_opening_balance() returns trigger language plpgsql as $$
begin
  raise exception 'an account of the ledger begins with nothing' using errcode = 'restrict_violation';
end $$;

create trigger ledger_accounts_begin_empty before insert on ledger_accounts
  for each row when (new.balance <> 0) execute function refuse_opening_balance();

-- Ledger keys
-- -----------

-- The keys of transfers are in a table of their own, so that transfers can be kept in partitions: no index makes a key
-- unique across partitions, and one of the texts takes a third of what a transfer does.

-- The first half of SHA-256. Not MD5, for which two keys of one hash can be constructed. Stable, because convert_to is:
-- only so the planner puts the body in place of the call.
create function ledger_key_hash(key text) returns uuid language sql stable parallel safe as $$
  select encode(substring(sha256(convert_to(key, 'UTF8')) for 16), 'hex')::uuid
$$;

-- Of the hold that a transfer opens. A text has no zero byte, so it is the hash of no key.
create function ledger_hold_hash(hold uuid) returns uuid language sql immutable parallel safe as $$
  select encode(substring(sha256('\x00'::bytea || uuid_send(hold)) for 16), 'hex')::uuid
$$;

create function keep_ledger_keys() returns trigger language plpgsql as $$
begin
  insert into ledger_keys (hash, transfer_id)
  select ledger_key_hash(key), id from moved
  union all
  select ledger_hold_hash(opens_hold), id from moved where opens_hold is not null;
  return null;
end $$;

create trigger ledger_transfers_keep_keys after insert on ledger_transfers referencing new table as moved
  for each statement execute function keep_ledger_keys();

-- By the keys' hashes to the ids, then one transfer at a time: with its id as a parameter only its partition is opened.
-- A plan cached while the table was small would read all of it for each key, so the function may not scan a whole
-- table.
create function transfers_with_keys(keys text[]) returns setof ledger_transfers
language plpgsql stable set enable_seqscan = off set jit = off as $$
declare
  known bigint;
begin
  for known in
    select k.transfer_id from unnest(keys) as asked (as_key)
    cross join lateral (select transfer_id from ledger_keys where hash = ledger_key_hash(as_key) limit 1) k
  loop
    return query select * from ledger_transfers where id = known;
  end loop;
end $$;

-- Ledger partitions
-- -----------------

-- Transfers are in partitions by ranges of ids.

-- The ids of one partition: some 35 GB, which a disk copies in minutes. A search for transfers of an account looks into
-- each partition, so rather few and large ones: one in eleven weeks at a million people.
create function ledger_partition_size() returns bigint language sql immutable parallel safe as $$
  select 100000000::bigint
$$;

-- The triggers that check transfers and follow them are those of statements that name the parent.
create function refuse_partition_insert() returns trigger language plpgsql as $$
begin
  raise exception '% is a partition of ledger_transfers: insert into that', tg_table_name
    using errcode = 'restrict_violation';
end $$;

create table ledger_transfers_p0 partition of ledger_transfers for values from (minvalue) to (200000000);

create trigger ledger_transfers_p0_append_only before update or delete or truncate on ledger_transfers_p0
  for each statement execute function refuse_ledger_change();
create trigger ledger_transfers_p0_by_parent before insert on ledger_transfers_p0
  for each statement execute function refuse_partition_insert();

-- The id at which the last partition ends; it has none itself.
create function ledger_partitions_end() returns bigint language sql stable as $$
  select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''(\d+)''\)')::bigint)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'ledger_transfers'::regclass
$$;

-- How many times the ids of one partition there are after those of the newest transfer's.
create function ledger_partitions_ahead() returns bigint language sql stable as $$
  select ledger_partitions_end() / ledger_partition_size() - last_value / ledger_partition_size() - 1
  from ledger_transfers_id_seq
$$;

-- Adds partitions until one is ahead, and returns how many it added. There is no default partition, which would have to
-- be read whenever one is added: without one ahead of it, a transfer fails. At the 11,500 a second of one core the ids
-- of one last for two hours, and a job calls this every second.
create function add_ledger_partitions() returns integer language plpgsql as $$
declare
  size constant bigint := ledger_partition_size();
  begins bigint;
  part text;
  added integer := 0;
begin
  if ledger_partitions_ahead() >= 1 then return 0; end if;
  -- One at a time. Others read and write.
  lock table ledger_transfers in share update exclusive mode;
  while ledger_partitions_ahead() < 1 loop
    begins := ledger_partitions_end();
    part := 'ledger_transfers_p' || begins / size;
    -- Attached once it exists, because creating it as a partition would make everybody wait.
    execute format('create table %I (like ledger_transfers including defaults including constraints)', part);
    execute format('create trigger %I before update or delete or truncate on %I
                    for each statement execute function refuse_ledger_change()', part || '_append_only', part);
    execute format('create trigger %I before insert on %I
                    for each statement execute function refuse_partition_insert()', part || '_by_parent', part);
    execute format('alter table ledger_transfers attach partition %I for values from (%s) to (%s)',
                   part, begins, begins + size);
    added := added + 1;
  end loop;
  return added;
end $$;

-- Ledger balances
-- ---------------

-- Returns the balance that the account's last transfer led to, of those from the id `since` on; no row if there is
-- none. As SQL it is inlined into the statement that calls it. The row comparisons and orders follow the two indexes
-- exactly: asked for the last transfer of one account in any other way, a planner that knows how many the house has
-- reads everybody's backwards. The plain comparison says the same again for the choice of partitions.
create function latest_balance(account bigint, since bigint) returns table (balance bigint) language sql stable as $$
  select latest.balance
  from ((select t.id, t.from_balance as balance from ledger_transfers t
         where (t.from_account, t.id) >= (account, since) and (t.from_account, t.id) <= (account, 9223372036854775807)
           and t.id >= since
         order by t.from_account desc, t.id desc limit 1)
        union all
        (select t.id, t.to_balance from ledger_transfers t
         where (t.to_account, t.id) >= (account, since) and (t.to_account, t.id) <= (account, 9223372036854775807)
           and t.id >= since
         order by t.to_account desc, t.id desc limit 1)) latest
  order by latest.id desc limit 1
$$;

-- A balance is what the account's last transfer led to. Checks what changes one in any other way than the trigger of
-- the transfers does. Searches only in the order of the indexes: a plan cached while a partition was small would read
-- all of it.
create function refuse_unexplained_balance() returns trigger language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
declare
  since bigint;
  explained bigint;
begin
  select last_value / ledger_partition_size() * ledger_partition_size() into since from ledger_transfers_id_seq;
  select balance into explained from latest_balance(new.id, since);
  -- First in the newest partition and the one ahead of it, where most accounts moved last.
  if new.balance is distinct from explained then
    select balance into explained from latest_balance(new.id, -9223372036854775807);
  end if;
  if new.balance is distinct from explained then
    raise exception 'the balance % of account % is not what its last transfer led to', new.balance, new.id
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create trigger ledger_accounts_follow_transfers after update on ledger_accounts for each row
  when (pg_trigger_depth() = 0 and new.balance is distinct from old.balance)
  execute function refuse_unexplained_balance();

-- The balances stored with a transfer obey ledger_accounts_never_negative too: only debts are below zero.
create function refuse_wrong_side_of_zero() returns trigger language plpgsql as $$
begin
  if (new.from_balance < 0 and (select kind from ledger_accounts where id = new.from_account) not in ('ap_debt', 'steeze_debt'))
     or (new.to_balance < 0 and (select kind from ledger_accounts where id = new.to_account) not in ('ap_debt', 'steeze_debt'))
  then
    raise exception 'transfer % leads to a balance on the wrong side of zero', new.key
      using errcode = 'check_violation', constraint = 'ledger_transfers_never_negative';
  end if;
  return null;
end $$;

create trigger ledger_transfers_right_side_of_zero after insert on ledger_transfers
  for each row when (new.from_balance < 0 or new.to_balance < 0) execute function refuse_wrong_side_of_zero();

-- Transfers move the balances of their accounts, so the two can't differ. The same pass over the accounts checks that
-- the transfers are possible and adds to the running totals of Steeze. Accounts are searched one at a time and in no
-- other way: a plan cached for a small table would read all of a large one.
create function move_balances() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  named bigint;
  moved_well bigint;
  has_holds boolean;
  delta jsonb;
  mine integer;
  wrong record;
  past text;
begin
  -- What each account is left with is what its last transfer states, and what it held and all of them moved. An account
  -- exists in the transfers' currency. Held funds enter and leave theirs only through a hold, and a hold is nowhere else.
  with moving as materialized (
    select account, sum(change)::bigint as change, (array_agg(stated order by transfer desc))[1] as stated,
           min(currency) as currency, min(currency) = max(currency) and bool_and(by_hold) = bool_or(by_hold) as is_plain,
           bool_or(by_hold) as by_hold
    from (select from_account as account, id as transfer, -amount as change, from_balance as stated, currency,
                 resolves_hold is not null as by_hold from moved
          union all
          select to_account, id, amount, to_balance, currency, opens_hold is not null from moved) side
    group by account
  ), tracked as (
    update ledger_accounts a set balance = moving.stated from moving
    where a.id = moving.account and moving.is_plain and a.currency = moving.currency
      and (a.kind in ('ap_held', 'steeze_held')) = moving.by_hold
      and a.balance + moving.change = moving.stated
    returning a.kind, a.currency, moving.change, moving.by_hold
  ), untracked as (
    select a.kind, moving.currency, moving.change, false from moving
    cross join lateral (select kind, currency, is_tracked from ledger_accounts where id = moving.account limit 1) a
    where moving.stated is null and not a.is_tracked and moving.is_plain and not moving.by_hold
      and a.currency = moving.currency
  )
  select (select count(*) from moving), sum(n), bool_or(by_hold),
         jsonb_object_agg(kind, change) filter (where currency = 'STEEZE' and change <> 0)
  into named, moved_well, has_holds, delta
  from (select kind, currency, sum(change) as change, count(*) as n, bool_or(by_hold) as by_hold
        from (select * from tracked union all select * from untracked) side group by kind, currency) by_kind;

  if named is distinct from moved_well then
    select side.*, a.currency as actual into wrong
    from (select true as is_from, from_account as account, currency, resolves_hold is not null as by_hold from moved
          union
          select false, to_account, currency, opens_hold is not null from moved) side
    left join lateral (select kind, currency from ledger_accounts where id = side.account limit 1) a on true
    where a.currency is distinct from side.currency or (a.kind in ('ap_held', 'steeze_held')) <> side.by_hold
    order by side.is_from desc limit 1;
    if found then
      select key into past from moved
      where currency = wrong.currency
        and case when wrong.is_from then from_account = wrong.account and (resolves_hold is not null) = wrong.by_hold
                 else to_account = wrong.account and (opens_hold is not null) = wrong.by_hold end
      limit 1;
      if wrong.actual is distinct from wrong.currency then
        raise exception 'transfer % names an account that does not exist in its currency', past
          using errcode = 'foreign_key_violation',
                constraint = 'ledger_transfers_' || case when wrong.is_from then 'from' else 'to' end;
      end if;
      raise exception 'transfer % does not go by a hold where it should, or by one where it should not', past
        using errcode = 'restrict_violation';
    end if;
  end if;

  if has_holds or named is distinct from moved_well then
    select key, side.is_from into wrong
    from moved cross join lateral (values (false, opens_hold, to_account), (true, resolves_hold, from_account))
      as side (is_from, hold, account)
    where side.hold is not null
      and (select h.account_id from ledger_holds h where h.id = side.hold limit 1) is distinct from side.account
    limit 1;
    if found then
      raise exception 'transfer % names a hold that its account does not have', wrong.key
        using errcode = 'foreign_key_violation',
              constraint = 'ledger_transfers_' || case when wrong.is_from then 'takes_hold' else 'fills_hold' end;
    end if;
  end if;

  if named is distinct from moved_well then
    select side.* into wrong
    from (select distinct on (account) account, stated
          from (select id, from_account as account, from_balance as stated from moved
                union all
                select id, to_account, to_balance from moved) each_side
          order by account, id desc) side
    cross join lateral (select balance, xmin from ledger_accounts where id = side.account limit 1) a
    -- Of those whose balance is the stated one, this statement has moved all but the wrong ones to it.
    order by a.balance is not distinct from side.stated, a.balance is null, a.xmin = pg_current_xact_id()::xid, account
    limit 1;
    raise exception 'the balance % of account % is not what its last transfer led to', wrong.stated, wrong.account
      using errcode = 'restrict_violation';
  end if;

  -- Each statement adds what it moved to a row that no other transaction has locked, so nobody waits.
  if delta is null then return null; end if;
  select slot into mine from steeze_totals limit 1 for update skip locked;
  if mine is null then
    insert into steeze_totals (amounts) values (delta);
    return null;
  end if;
  update steeze_totals
  set amounts = (select jsonb_object_agg(kind, amount)
                 from (select key as kind, sum(value::bigint) as amount
                       from (select * from jsonb_each_text(amounts) union all select * from jsonb_each_text(delta)) both_of
                       group by key) added)
  where slot = mine;
  return null;
end $$;

create trigger ledger_transfers_move_balances after insert on ledger_transfers referencing new table as moved
  for each statement execute function move_balances();

-- Ranks: what counts
-- ------------------

-- Ranks: what counts The board of a moment's week (from Monday) and of its month, in UTC. As boardAt in board.rules.ts.
create function rank_week(moment timestamptz) returns integer language sql immutable parallel safe as $$
  select 1000000 + (((moment at time zone 'UTC')::date - date '1970-01-01') + 3) / 7
$$;

create function rank_month(moment timestamptz) returns integer language sql immutable parallel safe as $$
  select 2000000 + (extract(year from moment at time zone 'UTC')::int - 1970) * 12
         + extract(month from moment at time zone 'UTC')::int - 1
$$;

-- Returns what one transfer of AP changes, and on which boards: the one place that says what counts. All time (board 0)
-- counts what a user has, available and held. A period counts what lessons, vouches and won stakes brought, less what
-- disappeared from the chain. As SQL it is inlined into the statement that calls it, and looks up one account at a
-- time, so that no plan reads all accounts.
create function rank_shares(
  transfer_kind text, amount bigint, from_account bigint, to_account bigint, created_at timestamptz)
returns table (board integer, user_id uuid, points bigint) language sql stable as $$
  select share.board, share.user_id, share.points
  from (select owner_id, kind, currency, is_tracked from ledger_accounts where id = from_account limit 1) f
  cross join (select owner_id, kind, is_tracked from ledger_accounts where id = to_account limit 1) t
  cross join lateral (
    select 0 as board, f.owner_id as user_id, -amount as points
    where f.kind in ('ap_available', 'ap_held')
      and not (t.kind in ('ap_available', 'ap_held') and f.owner_id = t.owner_id)
    union all
    select 0, t.owner_id, amount
    where t.kind in ('ap_available', 'ap_held')
      and not (f.kind in ('ap_available', 'ap_held') and f.owner_id = t.owner_id)
    union all
    select period.board, t.owner_id, amount
    from (values (rank_week(created_at)), (rank_month(created_at))) period (board)
    where transfer_kind in ('lesson_claim', 'vouch_award', 'battle_win') and t.is_tracked and f.owner_id <> t.owner_id
    union all
    select period.board, f.owner_id, -amount
    from (values (rank_week(created_at)), (rank_month(created_at))) period (board)
    where transfer_kind in ('chain_reversal', 'debt') and f.is_tracked and f.owner_id <> t.owner_id
  ) share
  where f.currency = 'AP'
$$;

-- Ranks: counting
-- ---------------

-- Ranks: counting Counters count users by steps of points. Fine steps are one point wide where most people are, wider
-- above; each coarse step is made of whole fine ones. These four return where the step of some points begins, and the
-- first points above it.
create function rank_bucket(points bigint) returns bigint language sql immutable parallel safe as $$
  select case when points < 4096 then points
              when points < 65536 then points & ~63::bigint
              when points < 1048576 then points & ~1023::bigint
              else points & ~65535::bigint end
$$;

create function rank_bucket_end(points bigint) returns bigint language sql immutable parallel safe as $$
  select case when points < 4096 then points + 1
              when points < 65536 then (points & ~63::bigint) + 64
              when points < 1048576 then (points & ~1023::bigint) + 1024
              else (points & ~65535::bigint) + 65536 end
$$;

create function rank_block(points bigint) returns bigint language sql immutable parallel safe as $$
  select case when points < 4096 then points & ~63::bigint
              when points < 65536 then points & ~4095::bigint
              when points < 1048576 then points & ~65535::bigint
              else points & ~1048575::bigint end
$$;

create function rank_block_end(points bigint) returns bigint language sql immutable parallel safe as $$
  select case when points < 4096 then (points & ~63::bigint) + 64
              when points < 65536 then (points & ~4095::bigint) + 4096
              when points < 1048576 then (points & ~65535::bigint) + 65536
              else (points & ~1048575::bigint) + 1048576 end
$$;

-- Returns the counters that include a place: coarse and fine steps of points (levels 0 and 1), and for few points,
-- which many people share, coarse and fine spans of when they got there (levels 2 and 3).
create function rank_steps(points bigint, tie bigint) returns table (level smallint, lo bigint, span bigint)
language sql immutable parallel safe as $$
  select 0::smallint, rank_block(points), 0::bigint
  union all
  select 1::smallint, rank_bucket(points), 0::bigint
  union all
  select 2::smallint, points, tie >> 15 where points < 4096
  union all
  select 3::smallint, points, tie >> 11 where points < 4096
$$;

-- Changes that the counters don't include yet.
create view rank_shifts as
select s.board, s.points, s.tie, s.n from rank_slots, unnest(boards, points, ties, shifts) as s (board, points, tie, n)
where shifts <> '{}';

-- Records who arrived at a place (a shift of 1) and who left one (-1). Most changes touch the same few counters, which
-- would serialise all writers. So each transaction writes to a slot that no other has locked; one that finds enough in
-- its slot, and the counters free, moves the contents of all slots into the counters. Nobody waits for anybody.
create function count_ranks(new_boards integer[], new_points bigint[], new_ties bigint[], new_shifts integer[])
returns void language plpgsql as $$
declare
  enough constant integer := 48;
  lying integer := 0;
  mine integer;
begin
  if new_boards is null then return; end if;
  select slot into mine from rank_slots limit 1 for update skip locked;
  if mine is null then
    insert into rank_slots (boards, points, ties, shifts) values (new_boards, new_points, new_ties, new_shifts);
    return;
  end if;
  update rank_slots set boards = boards || new_boards, points = points || new_points, ties = ties || new_ties,
                        shifts = shifts || new_shifts
  where slot = mine returning cardinality(shifts) into lying;
  if lying < enough or not pg_try_advisory_xact_lock(1634038369, 0) then return; end if;
  with slot_taken as (
    select slot, boards, points, ties, shifts from rank_slots where shifts <> '{}' for update skip locked
  ),
  emptied as (
    update rank_slots s set boards = '{}', points = '{}', ties = '{}', shifts = '{}'
    from slot_taken t where s.slot = t.slot
  ),
  step as (
    select shift.board, step.level, step.lo, step.span, sum(shift.n) as n,
           case when step.level = 1 then sum(shift.n * shift.points) else 0 end as points
    from slot_taken t, unnest(t.boards, t.points, t.ties, t.shifts) as shift (board, points, tie, n),
         lateral rank_steps(shift.points, shift.tie) as step
    group by 1, 2, 3, 4
  )
  insert into rank_counters as c (board, level, lo, span, n, points)
  select * from step where n <> 0 or points <> 0
  on conflict (board, level, lo, span) do update set n = c.n + excluded.n, points = c.points + excluded.points;
end $$;

-- Ranks: following the transfers
-- ------------------------------

-- Ranks follow the transfers from a log, rank_log, of what they include.

create view counted_transfers as
select * from ledger_transfers
where id <= (select counted_to from rank_log) or id <@ (select counted from rank_log);

create view uncounted_transfers as
select t.* from rank_log log
cross join lateral unnest(int8multirange(int8range(log.counted_to + 1, null)) - log.counted) gap
join ledger_transfers t on t.id >= lower(gap) and t.id < coalesce(upper(gap), 9223372036854775807);

-- Transactions that may still commit a transfer, other than this one. Each takes this lock before it draws an id. A
-- prepared transaction (two-phase commit) would be missed, as it has another number from then on; the product prepares
-- none.
create function transfer_writers() returns text[] language sql volatile as $$
  select coalesce(array_agg(distinct virtualtransaction), '{}') from pg_locks
  where locktype = 'relation' and mode = 'RowExclusiveLock' and granted and relation = 'ledger_transfers'::regclass
    and database = (select oid from pg_database where datname = current_database())
    and pid is distinct from pg_backend_pid()
$$;

-- Counts up to `most` of the transfers that the ranks don't include yet. Returns how many it read: `most` if there may
-- be more. Each that was committed before is counted, and none twice, in whatever order they are committed: an id that
-- isn't there stays open until every transaction that could have drawn it has ended. One call counts at a time, others
-- wait for it. Each of its statements must see the newest commits, so its transaction is read committed.
create function follow_ranks(most integer) returns integer language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off set lock_timeout = '2s' as $$
declare
  log rank_log;
  has_points boolean;
  lying integer;
  settled bigint;
  result record;
  reach int8range;
begin
  select coalesce(bool_or(currency = 'AP'), false), count(*) into has_points, lying
  from (select currency from uncounted_transfers limit most) uncounted;
  -- Most transfers move Steeze. They are noted many at a time.
  if not has_points and lying < most then return 0; end if;

  select * into log from rank_log for update;
  -- Asked before the transfers are read, so that what these transactions committed is read.
  if log.drawn > log.counted_to and not log.writers && transfer_writers() then settled := log.drawn; end if;
  with waiting as materialized (
    select id, kind, currency, amount, from_account, to_account, created_at from uncounted_transfers limit most
  ),
  kept as (
    insert into rank_entries as e (board, user_id, points, tie)
    select share.board, share.user_id, sum(share.points), -max(w.id)
    from (select * from waiting where currency = 'AP') w
    cross join lateral rank_shares(w.kind, w.amount, w.from_account, w.to_account, w.created_at) share
    -- A deleted account is on no board.
    where (select deleted_at from users where id = share.user_id limit 1) is null
    group by share.board, share.user_id order by share.board, share.user_id
    on conflict (board, user_id) do update
      set points = e.points + excluded.points, tie = least(e.tie, excluded.tie), was_points = e.points, was_tie = e.tie
    returning board, user_id, points, tie, was_points, was_tie
  ),
  shift as (
    select board, was_points as points, was_tie as tie, -1 as n from kept
    where was_points is not null and (board = 0 or was_points > 0)
    union all
    select board, points, tie, 1 from kept where board = 0 or points > 0
  )
  select array_agg(board) as boards, array_agg(points) as points, array_agg(tie) as ties, array_agg(n) as shifts,
         (select count(*) from waiting) as transfers,
         (select coalesce(range_agg(int8range(id, id, '[]')), '{}') from waiting) as ids,
         exists (select from kept) as has_moved
  into result from shift;
  perform count_ranks(result.boards, result.points, result.ties, result.shifts);

  log.counted := log.counted + result.ids;
  if settled is not null and result.transfers < most then
    log.counted := log.counted + int8multirange(int8range(log.counted_to + 1, settled, '[]'));
    log.drawn := null;
  end if;
  if lower(log.counted) = log.counted_to + 1 then
    select range into reach from unnest(log.counted) range limit 1;
    log.counted_to := upper(reach) - 1;
    log.counted := log.counted - int8multirange(reach);
  end if;
  if isempty(log.counted) then
    log.drawn := null;
  elsif coalesce(log.drawn, 0) <= log.counted_to then
    -- In this order: who drew one of these ids has the lock, or has ended.
    select last_value into log.drawn from ledger_transfers_id_seq;
    log.writers := transfer_writers();
  end if;
  update rank_log set counted_to = log.counted_to, counted = log.counted, drawn = log.drawn, writers = log.writers,
                      version = log.version + case when result.has_moved then 1 else 0 end;
  return result.transfers;
end $$;

-- Newcomers rank behind everybody who has nothing, until their first transfer.
create function rank_newcomers() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if not exists (select 1 from opened where kind = 'ap_available') then return null; end if;
  with kept as (
    insert into rank_entries (board, user_id, points, tie)
    select 0, owner_id, 0, -nextval('ledger_transfers_id_seq')
    from (select owner_id from opened where kind = 'ap_available' order by owner_id) newcomers
    returning tie
  )
  select array_agg(0) as boards, array_agg(0::bigint) as points, array_agg(tie) as ties, array_agg(1) as shifts
  into changed from kept;
  perform count_ranks(changed.boards, changed.points, changed.ties, changed.shifts);
  return null;
end $$;

create trigger ledger_accounts_rank_newcomers after insert on ledger_accounts referencing new table as opened
  for each statement execute function rank_newcomers();

-- Removes a deleted account from every board it can be on, and from the counters. Uses up a transfer's id, because that
-- is what tells readers that the ranking changed. Waits for whoever counts, who would bring the rows back.
create function forget_ranks(who uuid) returns void language plpgsql as $$
declare
  changed record;
begin
  perform from rank_log for update;
  with gone as (
    delete from rank_entries
    where user_id = who and board in (
      select 0
      union all
      select rank_week(moment) from users u,
        generate_series(u.created_at - interval '7 days', u.deleted_at + interval '7 days', interval '7 days') as moment
      where u.id = who
      union all
      select rank_month(moment) from users u,
        generate_series(u.created_at - interval '28 days', u.deleted_at + interval '28 days', interval '28 days') as moment
      where u.id = who)
    returning board, points, tie
  )
  select array_agg(board) as boards, array_agg(points) as points, array_agg(tie) as ties, array_agg(-1) as shifts
  into changed from gone where board = 0 or points > 0;
  perform count_ranks(changed.boards, changed.points, changed.ties, changed.shifts);
  perform nextval('ledger_transfers_id_seq');
end $$;

-- Recomputes every rank from the transfers, without deleted accounts, and says in the log which transfers those are.
-- Waits for all who are writing some.
create function rebuild_ranks() returns void language plpgsql as $$
begin
  lock table ledger_transfers in share mode;
  -- Whoever counts locks it first, too.
  perform from rank_log for update;
  truncate rank_entries, rank_counters, rank_slots;
  insert into rank_entries (board, user_id, points, tie)
  select share.board, share.user_id, sum(share.points), -max(m.id)
  from ledger_transfers m
  cross join lateral rank_shares(m.kind, m.amount, m.from_account, m.to_account, m.created_at) share
  group by share.board, share.user_id;
  insert into rank_entries (board, user_id, points, tie)
  select 0, owner_id, 0, -nextval('ledger_transfers_id_seq')
  from (select a.owner_id from ledger_accounts a
        where a.kind = 'ap_available'
          and not exists (select 1 from rank_entries e where e.board = 0 and e.user_id = a.owner_id)
        order by a.id) unmoved;
  insert into rank_counters (board, level, lo, span, n, points)
  select e.board, step.level, step.lo, step.span, count(*), case when step.level = 1 then sum(e.points) else 0 end
  from rank_entries e cross join lateral rank_steps(e.points, e.tie) step
  where e.board = 0 or e.points > 0
  group by e.board, step.level, step.lo, step.span;
  update rank_log set counted_to = (select coalesce(max(id), 0) from ledger_transfers), counted = '{}', drawn = null,
                      writers = '{}', version = version + 1;
  perform forget_ranks(id) from users where deleted_at is not null order by id;
end $$;

-- Reputation
-- ----------

-- What people learned and won, in the statement that moves it. Both accounts of a transfer are locked, so rows of the
-- same person come one after the other.
create function keep_reputation() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from moved where kind in ('lesson_claim', 'battle_win')) then return null; end if;
  insert into reputation_parts as r (user_id, learned, won)
  select owner_id, sum(learned), sum(won) from (
    select a.owner_id, case m.kind when 'lesson_claim' then m.amount else 0 end as learned,
           case m.kind when 'battle_win' then m.amount else 0 end as won
    from moved m join ledger_accounts a on a.id = m.to_account and a.is_tracked
    where m.kind in ('lesson_claim', 'battle_win')
    union all
    select a.owner_id, 0, -m.amount
    from moved m join ledger_accounts a on a.id = m.from_account and a.is_tracked
    where m.kind = 'battle_win') changed
  group by owner_id order by owner_id
  on conflict (user_id) do update set learned = r.learned + excluded.learned, won = r.won + excluded.won;
  return null;
end $$;

create trigger ledger_transfers_keep_reputation after insert on ledger_transfers referencing new table as moved
  for each statement execute function keep_reputation();

-- Leagues
-- -------

-- Weeks since 1970, from Monday to Sunday in UTC. 1970-01-01 was a Thursday.
create function league_week(at timestamptz) returns integer language sql immutable as $$
  select floor((extract(epoch from at) / 86400 + 3) / 7)::integer
$$;

create function league_week_start(week integer) returns timestamptz language sql immutable as $$
  select to_timestamp((week * 7 - 3) * 86400::double precision)
$$;

-- As LEAGUE_RULES.points in the api.
create function league_points(what text) returns integer language sql immutable as $$
  select case what when 'beginner' then 4 when 'intermediate' then 6 when 'advanced' then 9
                   when 'card' then 2 when 'review' then 3 end
$$;

-- Counts what a member learned in a week. A closed week stays as it is, and so does one before they joined, in which
-- learning restored from a deleted account may lie.
create function score_league_entry(member uuid, of_week integer) returns void language plpgsql as $$
begin
  insert into league_entries as e (user_id, week, points, first_at, reached_at)
  select member, of_week, sum(league_points(l.what)), min(l.at), max(l.at) from learning_moments l
  where l.user_id = member and l.at >= league_week_start(of_week) and l.at < league_week_start(of_week + 1)
    and exists (select 1 from league_members m where m.user_id = member and league_week(m.joined_at) <= of_week)
  having count(*) > 0
  on conflict (user_id, week) do update
    set points = excluded.points, first_at = excluded.first_at, reached_at = excluded.reached_at, is_out = false
    where e.place is null;
end $$;

-- The argument names the column with the moment.
create function score_learner() returns trigger language plpgsql as $$
begin
  if exists (select 1 from league_members m where m.user_id = new.user_id) then
    perform score_league_entry(new.user_id, league_week((to_jsonb(new) ->> tg_argv[0])::timestamptz));
  end if;
  return null;
end $$;

create trigger lesson_completions_score after insert on lesson_completions
  for each row when (new.difficulty is not null or new.is_review) execute function score_learner('completed_at');
create trigger review_cards_score after insert or update of known_at on review_cards
  for each row when (new.known_at = new.reviewed_at) execute function score_learner('known_at');

-- Battles
-- -------

-- Battles by status, so that nobody counts all of them to show how many there are. Each statement adds what it changed
-- to a row that no other transaction has locked, so nobody waits.
create function keep_battle_totals() returns trigger language plpgsql as $$
declare
  delta jsonb;
  mine integer;
begin
  if tg_op = 'INSERT' then
    select jsonb_object_agg(status, n) into delta from (select status, count(*) as n from became group by status) made;
  else
    select jsonb_object_agg(status, n) into delta
    from (select moved.status, sum(moved.n) as n
          from became join was using (id)
          cross join lateral (values (became.status, 1), (was.status, -1)) as moved (status, n)
          where became.status <> was.status group by moved.status having sum(moved.n) <> 0) changed;
  end if;
  if delta is null then return null; end if;
  select slot into mine from battle_totals limit 1 for update skip locked;
  if mine is null then
    insert into battle_totals (counts) values (delta);
    return null;
  end if;
  update battle_totals
  set counts = (select jsonb_object_agg(status, n)
                from (select key as status, sum(value::bigint) as n
                      from (select * from jsonb_each_text(counts) union all select * from jsonb_each_text(delta)) both_of
                      group by key) added)
  where slot = mine;
  return null;
end $$;

create trigger battles_keep_totals_of_new after insert on battles referencing new table as became
  for each statement execute function keep_battle_totals();
create trigger battles_keep_totals after update on battles referencing old table as was new table as became
  for each statement execute function keep_battle_totals();

create function refuse_step_removal() returns trigger language plpgsql as $$
begin
  if exists (select 1 from battles b where b.id = old.battle_id and b.due_at is null) then return old; end if;
  raise exception 'the steps of a battle stay until it is over' using errcode = 'restrict_violation';
end $$;

create trigger battle_steps_stay before delete on battle_steps
  for each row execute function refuse_step_removal();

-- The top gifters of a side are found by an upper bound of their rank that seldom changes: an index of what they gave
-- would change with each gift.
create function raise_gifter_ceiling() returns trigger language plpgsql as $$
begin
  new.ceiling := least(2 * new.amount, 9007199254740991);
  new.ceiling_tie := 0;
  return new;
end $$;

create trigger battle_gifters_raise_ceiling before update on battle_gifters
  for each row when (new.amount > new.ceiling) execute function raise_gifter_ceiling();

-- Battles that go live are announced to followers after their start, in batches of their own.
create function announce_live_battles() returns trigger language plpgsql as $$
begin
  insert into live_announcements (battle_id, challenger_id, opponent_id, title, ends_at, due_at)
  values (new.id, new.challenger_id, new.opponent_id, new.title, new.ends_at, new.starts_at) on conflict do nothing;
  return null;
end $$;

create trigger battles_announce_live after update of status on battles
  for each row when (new.status = 'active' and old.status <> 'active') execute function announce_live_battles();

-- Gift keys
-- ---------

-- The keys of gifts are in a table of their own, so that gifts can be kept in partitions by time: no index makes a key
-- unique across those.

create function keep_gift_keys() returns trigger language plpgsql as $$
begin
  insert into battle_gift_keys (giver_id, hash, battle_id, seq, at)
  select giver_id, ledger_key_hash(key), battle_id, seq, at from given;
  return null;
end $$;

create trigger battle_gifts_keep_keys after insert on battle_gifts referencing new table as given
  for each statement execute function keep_gift_keys();

-- By the keys' hashes to battle, number and time, then one gift at a time, so that only its partition is opened. A gift
-- whose key has the same hash is returned as well.
create function gifts_with_keys(givers uuid[], keys text[]) returns setof battle_gifts
language plpgsql stable set enable_seqscan = off set jit = off as $$
declare
  known record;
begin
  for known in
    select k.battle_id, k.seq, k.at from unnest(givers, keys) as asked (by, as_key)
    cross join lateral (select battle_id, seq, at from battle_gift_keys
                        where giver_id = asked.by and hash = ledger_key_hash(asked.as_key) limit 1) k
  loop
    return query
      select * from battle_gifts g where g.battle_id = known.battle_id and g.seq = known.seq and g.at = known.at;
  end loop;
end $$;

-- Gift partitions
-- ---------------

-- Gifts are in partitions by quarters of a year.

-- When the partition of a gift begins: with a quarter of a year, by UTC.
create function gift_partition_start(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_trunc('quarter', at at time zone 'UTC') at time zone 'UTC'
$$;

-- Where the partition `steps` after that of a time begins.
create function gift_partition_start(at timestamptz, steps integer) returns timestamptz
language sql immutable parallel safe as $$
  select (gift_partition_start(at) at time zone 'UTC' + steps * interval '3 months') at time zone 'UTC'
$$;

-- The trigger that writes keys is that of statements that name the parent.
create function refuse_gift_partition_insert() returns trigger language plpgsql as $$
begin
  raise exception '% is a partition of battle_gifts: insert into that', tg_table_name
    using errcode = 'restrict_violation';
end $$;

-- The first partition ends after a whole quarter. Each has a key of its own; one of the parent would have to contain the
-- time.
do $$
begin
  execute format('create table battle_gifts_first partition of battle_gifts (primary key (battle_id, seq))
                  for values from (minvalue) to (%L)', gift_partition_start(clock_timestamp(), 2));
end $$;

create trigger battle_gifts_first_append_only before update or delete or truncate on battle_gifts_first
  for each statement execute function refuse_ledger_change();
create trigger battle_gifts_first_by_parent before insert on battle_gifts_first
  for each statement execute function refuse_gift_partition_insert();

-- The time at which the last partition ends; it has none itself.
create function gift_partitions_end() returns timestamptz language sql stable
set timezone = 'UTC' set datestyle = 'ISO' as $$
  select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::timestamptz)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'battle_gifts'::regclass
$$;

-- How many whole partitions there are after that of a time.
create function gift_partitions_ahead(at timestamptz) returns integer language sql stable as $$
  select ((date_part('year', ends) - date_part('year', now_at)) * 4
          + date_part('quarter', ends) - date_part('quarter', now_at))::integer - 1
  from (select gift_partitions_end() at time zone 'UTC' as ends, at at time zone 'UTC' as now_at) times
$$;

-- Adds partitions until one is ahead of that of a time, and returns how many it added. There is no default partition,
-- which would have to be read whenever one is added: without one of its time, a gift fails. Before PostgreSQL 18 the
-- name of a session's zone, such as IST, may be read as another's.
create function add_gift_partitions(at timestamptz) returns integer language plpgsql
set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  begins timestamptz;
  part text;
  added integer := 0;
begin
  if gift_partitions_ahead(at) >= 1 then return 0; end if;
  -- One at a time. Others read and write.
  lock table battle_gifts in share update exclusive mode;
  while gift_partitions_ahead(at) < 1 loop
    begins := gift_partitions_end();
    part := 'battle_gifts_' || to_char(begins at time zone 'UTC', 'YYYY"q"Q');
    -- Attached once it exists, because creating it as a partition would make everybody wait.
    execute format('create table %I (like battle_gifts including defaults including constraints,
                    primary key (battle_id, seq))', part);
    execute format('create trigger %I before update or delete or truncate on %I
                    for each statement execute function refuse_ledger_change()', part || '_append_only', part);
    execute format('create trigger %I before insert on %I
                    for each statement execute function refuse_gift_partition_insert()', part || '_by_parent', part);
    execute format('alter table battle_gifts attach partition %I for values from (%L) to (%L)',
                   part, begins, gift_partition_start(begins, 1));
    added := added + 1;
  end loop;
  return added;
end $$;

-- Chain event keys
-- ----------------

-- The keys of chain events are in a table of their own, so that events can be kept in partitions: no index makes a key
-- unique across those.

-- Of a transaction's hash, 0x and 64 digits.
create function chain_hash_bytes(hash text) returns bytea language sql immutable parallel safe as $$
  select decode(substring(hash from 3), 'hex')
$$;

-- Of an insert that meets a known event and updates it, the transition table has the new events only.
create function keep_event_keys() returns trigger language plpgsql as $$
begin
  insert into chain_event_keys (event_id, chain_id, log_index, tx_hash)
  select id, chain_id, log_index, chain_hash_bytes(tx_hash) from recorded;
  return null;
end $$;

create function refuse_event_key_change() returns trigger language plpgsql as $$
begin
  raise exception '%: a chain event is never removed, and keeps its id and its place on the chain', tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger chain_events_keep_keys after insert on chain_events referencing new table as recorded
  for each statement execute function keep_event_keys();
create trigger chain_events_keep_place
  before update of id, chain_id, tx_hash, log_index or delete or truncate on chain_events
  for each statement execute function refuse_event_key_change();
create trigger chain_event_keys_append_only before update or delete or truncate on chain_event_keys
  for each statement execute function refuse_event_key_change();

-- The ids of the events at these places, as many as are known.
create function chain_event_ids(chain integer, hashes text[], logs integer[]) returns setof bigint
language sql stable parallel safe as $$
  select known.event_id
  from unnest(hashes, logs) as asked (tx_hash, log_index)
  cross join lateral (select event_id from chain_event_keys k
                      where k.chain_id = chain and k.tx_hash = chain_hash_bytes(asked.tx_hash)
                        and k.log_index = asked.log_index limit 1) known
$$;

-- The ids of the events of a transaction.
create function chain_event_ids_in(chain integer, hash text) returns setof bigint
language sql stable parallel safe as $$
  select event_id from chain_event_keys where chain_id = chain and tx_hash = chain_hash_bytes(hash)
$$;

-- Chain event partitions
-- ----------------------

-- Chain events are in partitions by ranges of ids.

-- The ids of one partition: some 40 GB, which a disk copies in minutes. What is searched by block or wallet looks into
-- each partition, so rather few and large ones: one in almost three years if a hundred thousand people make an event a
-- day.
create function chain_event_partition_size() returns bigint language sql immutable parallel safe as $$
  select 100000000::bigint
$$;

-- Keys are written, and places kept, by triggers of statements that name the parent.
create function refuse_event_partition_change() returns trigger language plpgsql as $$
begin
  raise exception '% is a partition of chain_events: write to that', tg_table_name using errcode = 'restrict_violation';
end $$;

create table chain_events_p0 partition of chain_events for values from (minvalue) to (200000000);

create trigger chain_events_p0_by_parent before insert or update or delete or truncate on chain_events_p0
  for each statement execute function refuse_event_partition_change();

-- The id at which the last partition ends; it has none itself.
create function chain_event_partitions_end() returns bigint language sql stable as $$
  select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''(\d+)''\)')::bigint)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'chain_events'::regclass
$$;

-- How many times the ids of one partition there are after those of the newest event's.
create function chain_event_partitions_ahead() returns bigint language sql stable as $$
  select chain_event_partitions_end() / chain_event_partition_size() - last_value / chain_event_partition_size() - 1
  from chain_events_id_seq
$$;

-- Adds partitions until one is ahead, and returns how many it added. There is no default partition, which would have to
-- be read whenever one is added: without one ahead of it, nothing is recorded. Attaching one waits for writers of the
-- four tables that refer to events, and they for it, so it gives up soon and is tried again.
create function add_chain_event_partitions() returns integer language plpgsql
set lock_timeout = '500ms' as $$
declare
  size constant bigint := chain_event_partition_size();
  begins bigint;
  part text;
  added integer := 0;
begin
  if chain_event_partitions_ahead() >= 1 then return 0; end if;
  -- One at a time.
  lock table chain_events in share update exclusive mode;
  while chain_event_partitions_ahead() < 1 loop
    begins := chain_event_partitions_end();
    part := 'chain_events_p' || begins / size;
    -- Attached once it exists, because creating it as a partition would make everybody wait.
    execute format('create table %I (like chain_events including defaults including constraints)', part);
    execute format('create trigger %I before insert or update or delete or truncate on %I
                    for each statement execute function refuse_event_partition_change()', part || '_by_parent', part);
    execute format('alter table chain_events attach partition %I for values from (%s) to (%s)',
                   part, begins, begins + size);
    added := added + 1;
  end loop;
  return added;
end $$;

-- Between people
-- --------------

-- Whether either of two people blocked the other.
create function are_blocked(a uuid, b uuid) returns boolean language sql stable as $$
  select exists (select 1 from blocks where blocker_id = a and blocked_id = b)
      or exists (select 1 from blocks where blocker_id = b and blocked_id = a)
$$;

-- A streak of two needs both follows. A block deletes them, too.
create function end_friend_streaks() returns trigger language plpgsql as $$
begin
  delete from friend_streaks
  where first_id = least(old.follower_id, old.followed_id) and second_id = greatest(old.follower_id, old.followed_id);
  return null;
end $$;

create trigger follows_end_friend_streaks after delete on follows
  for each row execute function end_friend_streaks();

-- Nobody leaves the tree of who invited whom.
create function refuse_tree_change() returns trigger language plpgsql as $$
begin
  raise exception 'the tree of invited people is append-only' using errcode = 'restrict_violation';
end $$;

create trigger invited_people_append_only before update or delete or truncate on invited_people
  for each statement execute function refuse_tree_change();

-- Notifications
-- -------------

-- No person is notified of what somebody did whom they muted or blocked, or who blocked them.
create function drop_blocked_notifications() returns trigger language plpgsql as $$
begin
  if are_blocked(new.user_id, new.actor_id)
    or exists (select 1 from mutes where muter_id = new.user_id and muted_id = new.actor_id) then return null; end if;
  return new;
end $$;

create trigger notifications_drop_blocked before insert on notifications
  for each row when (new.actor_id is not null) execute function drop_blocked_notifications();

-- People know those they follow, and those who vouched for them: what these do comes from no stranger.
create function know_followed() returns trigger language plpgsql as $$
begin
  new.from_stranger := not exists (select from follows where follower_id = new.user_id and followed_id = new.actor_id);
  return new;
end $$;

create trigger notifications_know_followed before insert on notifications
  for each row when (new.from_stranger) execute function know_followed();

create function know_voucher() returns trigger language plpgsql as $$
begin
  new.from_stranger := not exists (select from vouches where target_id = new.user_id and voucher_id = new.actor_id);
  return new;
end $$;

create trigger notifications_know_voucher before insert on notifications
  for each row when (new.from_stranger) execute function know_voucher();

-- Queues new notifications for the browsers their owner subscribed, in the transaction that inserts them. Within an
-- hour, five of a kind go out singly (PUSH_RULES.singlyAnHour); the others are counted, and told of in one when it is
-- over. Kinds nobody can turn off all go out singly.
create function queue_pushes() returns trigger language plpgsql as $$
declare
  news record;
  hour push_hours;
  free integer;
begin
  insert into push_messages (notification_id, subscription_id, due_at)
  select n.id, s.id, n.created_at
  from added n join push_subscriptions s on s.user_id = n.user_id and s.session_hash is not null
  where n.to_devices and n.type in ('security', 'other')
  on conflict do nothing;
  for news in
    select n.user_id, n.type, min(n.created_at) as at, array_agg(n.id order by n.position) as ids
    from added n
    where n.to_devices and not n.from_stranger and n.type not in ('security', 'other')
      and exists (select from push_subscriptions s where s.user_id = n.user_id and s.session_hash is not null)
    group by n.user_id, n.type order by n.user_id, n.type
  loop
    -- Two transactions may notify the same people in different orders, so nobody waits: who comes second sends singly.
    if not pg_try_advisory_xact_lock(417207, hashtext(news.user_id::text || news.type)) then
      insert into push_messages (notification_id, subscription_id, due_at)
      select n.id, s.id, news.at
      from unnest(news.ids) n (id) join push_subscriptions s on s.user_id = news.user_id and s.session_hash is not null
      on conflict do nothing;
      continue;
    end if;
    insert into push_hours (user_id, type, started_at, queued, held) values (news.user_id, news.type, news.at, 0, 0)
    on conflict do nothing;
    select * into hour from push_hours where user_id = news.user_id and type = news.type for update;
    if hour.held = 0 and hour.started_at <= news.at - interval '1 hour' then
      hour.started_at := news.at;
      hour.queued := 0;
    end if;
    free := least(greatest(5 - hour.queued, 0), cardinality(news.ids));
    update push_hours
    set started_at = hour.started_at, queued = hour.queued + free, held = hour.held + cardinality(news.ids) - free
    where user_id = news.user_id and type = news.type;
    insert into push_messages (notification_id, subscription_id, due_at)
    select n.id, s.id, news.at
    from unnest(news.ids[1:free]) n (id) join push_subscriptions s on s.user_id = news.user_id and s.session_hash is not null
    on conflict do nothing;
  end loop;
  return null;
end $$;

create trigger notifications_queue_pushes after insert on notifications referencing new table as added
  for each statement execute function queue_pushes();

-- Reminders
-- ---------

-- The reminder of each learner, and the rounds of the zone they live in.
create function follow_learner() returns trigger language plpgsql as $$
begin
  insert into reminders (user_id, time_zone) values (new.user_id, new.time_zone) on conflict do nothing;
  insert into reminder_rounds (time_zone, due_at) values (new.time_zone, '-infinity') on conflict do nothing;
  return null;
end $$;

create function follow_learner_zone() returns trigger language plpgsql as $$
begin
  update reminders set time_zone = new.time_zone, is_stale = true where user_id = new.user_id;
  insert into reminder_rounds (time_zone, due_at) values (new.time_zone, '-infinity') on conflict do nothing;
  return null;
end $$;

create trigger learners_remind after insert on learners
  for each row execute function follow_learner();
create trigger learners_remind_in_zone after update of time_zone on learners
  for each row when (new.time_zone <> old.time_zone) execute function follow_learner_zone();

-- A day that counts needs no reminder: one in the bell is read, and one that no browser has shown yet is not sent.
create function close_reminders() returns trigger language plpgsql as $$
begin
  update reminders set is_stale = true where user_id in (select user_id from added) and not is_stale;
  with closed as (
    update notifications n set is_read = true from added a
    where n.user_id = a.user_id and n.key in ('reminder/' || a.day || '/day', 'reminder/' || a.day || '/streak')
    returning n.id
  )
  delete from push_messages m using closed where m.notification_id = closed.id;
  return null;
end $$;

create trigger lesson_completions_close_reminders after insert on lesson_completions
  referencing new table as added for each statement execute function close_reminders();

-- Idempotency
-- -----------

-- One key at a time, and never by a scan of the whole table, which a plan cached while it was small would choose.
create function answers_with_keys(people uuid[], of_call text, keys text[]) returns setof idempotent_answers
language plpgsql stable set enable_seqscan = off set jit = off as $$
begin
  return query
    select a.* from unnest(people, keys) as asked (by, as_key)
    cross join lateral (
      select * from idempotent_answers where user_id = asked.by and call = of_call and key = asked.as_key limit 1) a;
end $$;

-- First rows
-- ----------

-- The house's accounts: AP come from ap_issued; steeze_chain is the other side of the Steeze contract.
insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance) values
  ('00000000-0000-0000-0000-000000000000', 'ap_issued', 'AP', false, null),
  ('00000000-0000-0000-0000-000000000000', 'steeze_chain', 'STEEZE', false, null),
  ('00000000-0000-0000-0000-000000000000', 'steeze_unclaimed', 'STEEZE', false, null),
  ('00000000-0000-0000-0000-000000000000', 'steeze_forfeited', 'STEEZE', false, null),
  ('00000000-0000-0000-0000-000000000000', 'steeze_unexplained', 'STEEZE', false, null);

insert into rank_log (counted_to) values (0);
