-- Functions, triggers and views, feature by feature. All of it is `create or replace`, so this file can also be run on a
-- database that was built before it existed (see server/src/platform/db/adopt-history.ts).

-- Append-only tables
-- ------------------

create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a mistake is mended by another transfer', tg_table_name
    using errcode = 'restrict_violation';
end $$;

create or replace trigger ledger_transfers_append_only before update or delete or truncate on ledger_transfers
  for each statement execute function refuse_ledger_change();
create or replace trigger ledger_holds_append_only before update or delete or truncate on ledger_holds
  for each statement execute function refuse_ledger_change();
create or replace trigger ledger_hold_resolutions_append_only before update or delete or truncate on ledger_hold_resolutions
  for each statement execute function refuse_ledger_change();
create or replace trigger battle_steps_append_only before update or delete or truncate on battle_steps
  for each statement execute function refuse_ledger_change();
create or replace trigger battle_gifts_append_only before update or delete or truncate on battle_gifts
  for each statement execute function refuse_ledger_change();
create or replace trigger admin_actions_append_only before update or delete or truncate on admin_actions
  for each statement execute function refuse_ledger_change();

-- Ledger accounts
-- ---------------

-- Every transfer as its two entries.
create or replace view ledger_entries as
  select id as transfer_id, from_account as account_id, -amount as amount, from_balance as balance, created_at
  from ledger_transfers
  union all
  select id, to_account, amount, to_balance, created_at from ledger_transfers;

-- An account is never deleted and never changes hands; only its balance moves.
create or replace function refuse_account_change() returns trigger language plpgsql as $$
begin
  raise exception 'an account of the ledger never goes away or changes hands' using errcode = 'restrict_violation';
end $$;

create or replace trigger ledger_accounts_stay before update on ledger_accounts
  for each row when ((new.id, new.owner_id, new.kind, new.currency, new.is_tracked)
                     is distinct from (old.id, old.owner_id, old.kind, old.currency, old.is_tracked))
  execute function refuse_account_change();
create or replace trigger ledger_accounts_remain before delete on ledger_accounts
  for each row execute function refuse_account_change();

-- Only a transfer fills an account, so it begins empty.
create or replace function refuse_opening_balance() returns trigger language plpgsql as $$
begin
  raise exception 'an account of the ledger begins with nothing' using errcode = 'restrict_violation';
end $$;

create or replace trigger ledger_accounts_begin_empty before insert on ledger_accounts
  for each row when (new.balance <> 0) execute function refuse_opening_balance();

-- Returns the balance that the account's last transfer led to; no row if it never moved. As SQL it is inlined into the
-- statement that calls it. The row comparisons and orders follow the two indexes exactly: asked for the last transfer of
-- one account in any other way, a planner that knows how many the house has reads everybody's backwards.
create or replace function latest_balance(account bigint) returns table (balance bigint) language sql stable as $$
  select latest.balance
  from ((select t.id, t.from_account as owner, t.from_balance as balance from ledger_transfers t
         where (t.from_account, t.id) <= (account, 9223372036854775807)
         order by t.from_account desc, t.id desc limit 1)
        union all
        (select t.id, t.to_account, t.to_balance from ledger_transfers t
         where (t.to_account, t.id) <= (account, 9223372036854775807)
         order by t.to_account desc, t.id desc limit 1)) latest
  where latest.owner = account
  order by latest.id desc limit 1
$$;

-- A balance is what the account's last transfer led to. Checked at the end of the statement that changed it: by then the
-- transfers of the same statement are there.
create or replace function refuse_unexplained_balance() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  -- No join of the two: a cached plan would compare each row of one with each of the other.
  select id, balance into wrong
  from (select id, balance from became except select id, balance from was) changed
  left join lateral (select balance as explained from latest_balance(id)) latest on true
  where balance is distinct from explained limit 1;
  if found then
    raise exception 'the balance % of account % is not what its last transfer led to', wrong.balance, wrong.id
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create or replace trigger ledger_accounts_follow_transfers after update on ledger_accounts
  referencing old table as was new table as became for each statement execute function refuse_unexplained_balance();

-- Ledger transfers
-- ----------------

-- Held funds enter and leave their account only through a hold, and a hold is nowhere else.
create or replace function refuse_transfers_past_holds() returns trigger language plpgsql as $$
declare
  past text;
begin
  -- One account at a time, so that no plan cached for a small table reads all of a large one.
  select key into past from moved
  where ((select kind from ledger_accounts where id = from_account) in ('ap_held', 'steeze_held'))
          <> (resolves_hold is not null)
     or ((select kind from ledger_accounts where id = to_account) in ('ap_held', 'steeze_held'))
          <> (opens_hold is not null)
  limit 1;
  if past is not null then
    raise exception 'transfer % does not go by a hold where it should, or by one where it should not', past
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create or replace trigger ledger_transfers_by_holds after insert on ledger_transfers referencing new table as moved
  for each statement execute function refuse_transfers_past_holds();

-- The balances stored with a transfer obey ledger_accounts_never_negative too: only debts are below zero.
create or replace function refuse_wrong_side_of_zero() returns trigger language plpgsql as $$
begin
  if (new.from_balance < 0 and (select kind from ledger_accounts where id = new.from_account) not in ('ap_debt', 'steeze_debt'))
     or (new.to_balance < 0 and (select kind from ledger_accounts where id = new.to_account) not in ('ap_debt', 'steeze_debt'))
  then
    raise exception 'transfer % leads to a balance on the wrong side of zero', new.key
      using errcode = 'check_violation', constraint = 'ledger_transfers_never_negative';
  end if;
  return null;
end $$;

create or replace trigger ledger_transfers_right_side_of_zero after insert on ledger_transfers
  for each row when (new.from_balance < 0 or new.to_balance < 0)
  execute function refuse_wrong_side_of_zero();

-- Steeze totals
-- -------------

-- Adds what moved to a row that no other transaction has locked, so nobody waits.
create or replace function keep_steeze_totals() returns trigger language plpgsql as $$
declare
  delta jsonb;
  mine integer;
begin
  select jsonb_object_agg(kind, amount) into delta
  from (select a.kind, sum(side.amount) as amount
        from (select from_account as account, -amount as amount from moved where currency = 'STEEZE'
              union all
              select to_account, amount from moved where currency = 'STEEZE') side
        join ledger_accounts a on a.id = side.account
        group by a.kind having sum(side.amount) <> 0) changed;
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

create or replace trigger ledger_transfers_keep_steeze_totals after insert on ledger_transfers
  referencing new table as moved for each statement execute function keep_steeze_totals();

-- Ranks: what counts
-- ------------------

-- The board of a moment's week (from Monday) and of its month, in UTC. As boardAt in board.rules.ts.
create or replace function rank_week(moment timestamptz) returns integer language sql immutable parallel safe as $$
  select 1000000 + (((moment at time zone 'UTC')::date - date '1970-01-01') + 3) / 7
$$;

create or replace function rank_month(moment timestamptz) returns integer language sql immutable parallel safe as $$
  select 2000000 + (extract(year from moment at time zone 'UTC')::int - 1970) * 12
         + extract(month from moment at time zone 'UTC')::int - 1
$$;

-- Returns what one transfer of AP changes, and on which boards: the one place that says what counts. All time (board 0)
-- counts what a user has, available and held. A period counts what lessons, vouches and won stakes brought, less what
-- disappeared from the chain. As SQL it is inlined into the statement that calls it, and looks up one account at a time, so
-- that no plan reads all accounts.
create or replace function rank_shares(
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

-- Counters count users by steps of points. Fine steps are one point wide where most people are, wider above; each coarse
-- step is made of whole fine ones. These four return where the step of some points begins, and the first points above it.
create or replace function rank_bucket(points bigint) returns bigint language sql immutable parallel safe as $$
  select case when points < 4096 then points
              when points < 65536 then points & ~63::bigint
              when points < 1048576 then points & ~1023::bigint
              else points & ~65535::bigint end
$$;

create or replace function rank_bucket_end(points bigint) returns bigint language sql immutable parallel safe as $$
  select case when points < 4096 then points + 1
              when points < 65536 then (points & ~63::bigint) + 64
              when points < 1048576 then (points & ~1023::bigint) + 1024
              else (points & ~65535::bigint) + 65536 end
$$;

create or replace function rank_block(points bigint) returns bigint language sql immutable parallel safe as $$
  select case when points < 4096 then points & ~63::bigint
              when points < 65536 then points & ~4095::bigint
              when points < 1048576 then points & ~65535::bigint
              else points & ~1048575::bigint end
$$;

create or replace function rank_block_end(points bigint) returns bigint language sql immutable parallel safe as $$
  select case when points < 4096 then (points & ~63::bigint) + 64
              when points < 65536 then (points & ~4095::bigint) + 4096
              when points < 1048576 then (points & ~65535::bigint) + 65536
              else (points & ~1048575::bigint) + 1048576 end
$$;

-- Returns the counters that include a place: coarse and fine steps of points (levels 0 and 1), and for few points, which
-- many people share, coarse and fine spans of when they got there (levels 2 and 3).
create or replace function rank_steps(points bigint, tie bigint) returns table (level smallint, lo bigint, span bigint)
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
create or replace view rank_shifts as
select s.board, s.points, s.tie, s.n from rank_slots, unnest(boards, points, ties, shifts) as s (board, points, tie, n)
where shifts <> '{}';

-- Records who arrived at a place (a shift of 1) and who left one (-1). Most changes touch the same few counters, which
-- would serialise all writers. So each transaction writes to a slot that no other has locked; one that finds enough in its
-- slot, and the counters free, moves the contents of all slots into the counters. Nobody waits for anybody.
create or replace function count_ranks(new_boards integer[], new_points bigint[], new_ties bigint[], new_shifts integer[])
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

-- Ranks: keeping them
-- -------------------

-- Every transfer of AP moves its users on the boards, in the statement that writes it. Rows are locked in one order.
create or replace function keep_ranks() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if not exists (select 1 from moved where currency = 'AP') then return null; end if;
  with kept as (
    insert into rank_entries as e (board, user_id, points, tie)
    select share.board, share.user_id, sum(share.points), -max(m.id)
    from moved m
    cross join lateral rank_shares(m.kind, m.amount, m.from_account, m.to_account, m.created_at) share
    group by share.board, share.user_id order by share.board, share.user_id
    on conflict (board, user_id) do update
      set points = e.points + excluded.points, tie = excluded.tie, was_points = e.points, was_tie = e.tie
    returning board, user_id, points, tie, was_points, was_tie
  ),
  shift as (
    select board, was_points as points, was_tie as tie, -1 as n from kept
    where was_points is not null and (board = 0 or was_points > 0)
    union all
    select board, points, tie, 1 from kept where board = 0 or points > 0
  )
  select array_agg(board) as boards, array_agg(points) as points, array_agg(tie) as ties, array_agg(n) as shifts
  into changed from shift;
  perform count_ranks(changed.boards, changed.points, changed.ties, changed.shifts);
  return null;
end $$;

create or replace trigger ledger_transfers_keep_ranks after insert on ledger_transfers referencing new table as moved
  for each statement execute function keep_ranks();

-- Newcomers rank behind everybody who has nothing, until their first transfer.
create or replace function rank_newcomers() returns trigger language plpgsql as $$
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

create or replace trigger ledger_accounts_rank_newcomers after insert on ledger_accounts referencing new table as opened
  for each statement execute function rank_newcomers();

-- Removes a deleted account from every board it can be on, and from the counters. Uses up a transfer's id, because that
-- is what tells readers that the ranking changed.
create or replace function forget_ranks(who uuid) returns void language plpgsql as $$
declare
  changed record;
begin
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

-- Recomputes every rank from the transfers, without deleted accounts. Nothing may move while it runs.
create or replace function rebuild_ranks() returns void language plpgsql as $$
begin
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
  perform forget_ranks(id) from users where deleted_at is not null order by id;
end $$;

-- Lookups by key
-- --------------

-- These tables grow by thousands of rows a minute. A plan cached while one was small reads all of it, for each key, until
-- the table is next analysed. So these functions may not scan a whole table, and look up one key at a time.
create or replace function gifts_with_keys(givers uuid[], keys text[]) returns setof battle_gifts
language plpgsql stable set enable_seqscan = off as $$
begin
  return query
    select g.* from unnest(givers, keys) as asked (by, as_key)
    cross join lateral (select * from battle_gifts where giver_id = asked.by and key = asked.as_key limit 1) g;
end $$;

create or replace function answers_with_keys(people uuid[], of_call text, keys text[]) returns setof idempotent_answers
language plpgsql stable set enable_seqscan = off as $$
begin
  return query
    select a.* from unnest(people, keys) as asked (by, as_key)
    cross join lateral (
      select * from idempotent_answers where user_id = asked.by and call = of_call and key = asked.as_key limit 1) a;
end $$;

create or replace function transfers_with_keys(keys text[]) returns setof ledger_transfers
language plpgsql stable set enable_seqscan = off as $$
begin
  return query
    select t.* from unnest(keys) as asked (as_key)
    cross join lateral (select * from ledger_transfers where key = asked.as_key limit 1) t;
end $$;
