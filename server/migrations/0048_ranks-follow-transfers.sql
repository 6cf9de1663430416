-- Ranks follow the transfers from a log of what they include, instead of being moved by a trigger of each transfer.
-- Not breaking: the version before reads the same ranks, which servers of this version count. While none runs they stand
-- still, and go on with what happened meanwhile. Its audit of the ranks expects them at once, so run that of this version.
CREATE TABLE "rank_log" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"counted_to" bigint NOT NULL,
	"counted" "int8multirange" DEFAULT '{}' NOT NULL,
	"drawn" bigint,
	"writers" text[] DEFAULT '{}' NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "rank_log_one_row" CHECK ("rank_log"."is_only")
);

-- Waits for all who are writing transfers, so the ranks include every one of them from here on.
drop trigger ledger_transfers_keep_ranks on ledger_transfers;
drop function keep_ranks();
insert into rank_log (counted_to) select coalesce(max(id), 0) from ledger_transfers;

create view counted_transfers as
select * from ledger_transfers
where id <= (select counted_to from rank_log) or id <@ (select counted from rank_log);

create view uncounted_transfers as
select t.* from rank_log log
cross join lateral unnest(int8multirange(int8range(log.counted_to + 1, null)) - log.counted) gap
join ledger_transfers t on t.id >= lower(gap) and t.id < coalesce(upper(gap), 9223372036854775807);

-- Transactions that may still commit a transfer, other than this one. Each takes this lock before it draws an id. A prepared
-- transaction (two-phase commit) would be missed, as it has another number from then on; the product prepares none.
create function transfer_writers() returns text[] language sql volatile as $$
  select coalesce(array_agg(distinct virtualtransaction), '{}') from pg_locks
  where locktype = 'relation' and mode = 'RowExclusiveLock' and granted and relation = 'ledger_transfers'::regclass
    and database = (select oid from pg_database where datname = current_database())
    and pid is distinct from pg_backend_pid()
$$;

-- Counts up to `most` of the transfers that the ranks don't include yet. Returns how many it read: `most` if there may be
-- more. Each that was committed before is counted, and none twice, in whatever order they are committed: an id that isn't
-- there stays open until every transaction that could have drawn it has ended. One call counts at a time, others wait for
-- it. Each of its statements must see the newest commits, so its transaction is read committed.
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

-- As before, and waits for whoever counts, who would bring the rows back.
create or replace function forget_ranks(who uuid) returns void language plpgsql as $$
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

-- As before, and says which transfers that are. Waits for all who are writing some.
create or replace function rebuild_ranks() returns void language plpgsql as $$
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
