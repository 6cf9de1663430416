CREATE TABLE "rank_slots" (
	"slot" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rank_slots_slot_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"boards" integer[] DEFAULT '{}' NOT NULL,
	"points" bigint[] DEFAULT '{}' NOT NULL,
	"ties" bigint[] DEFAULT '{}' NOT NULL,
	"shifts" integer[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
truncate rank_counters;--> statement-breakpoint
ALTER TABLE "rank_counters" DROP CONSTRAINT "rank_counters_board_level_lo_span_shard_pk";--> statement-breakpoint
ALTER TABLE "rank_counters" ADD CONSTRAINT "rank_counters_board_level_lo_span_pk" PRIMARY KEY("board","level","lo","span");--> statement-breakpoint
ALTER TABLE "rank_counters" DROP COLUMN "shard";
--> statement-breakpoint
-- A few rows that change all the time and never their keys: room on the page keeps each where it is.
alter table rank_slots set (fillfactor = 10);
--> statement-breakpoint
drop function rank_shard();
--> statement-breakpoint
-- What the counters do not say yet: who came to a place, and who left one.
create view rank_shifts as
select s.board, s.points, s.tie, s.n from rank_slots, unnest(boards, points, ties, shifts) as s (board, points, tie, n)
where shifts <> '{}';
--> statement-breakpoint
-- The counters that count who stands here.
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
--> statement-breakpoint
-- Puts down who came to a place (a shift of 1) and who left one (-1). Counters that many touch would put all writers in a
-- row, and most changes touch the same few: so each transaction writes into a slot that nobody else has, and who finds
-- enough there, and the counters free, counts in what lies in all slots. Nobody waits for anybody.
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
--> statement-breakpoint
-- Every transfer of Aura Points changes the ranks of whose they are, in the statement that writes it. A person's total is
-- what is free and what is set aside. A period counts what lessons, vouches and won stakes brought, and takes back what
-- disappeared from the chain. Rows are locked in one order: people by their ids.
create or replace function keep_ranks() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if not exists (select 1 from moved where currency = 'AP') then return null; end if;
  with side as materialized (
    select f.owner_id as giver, t.owner_id as taker, m.id, m.amount, m.kind, m.created_at,
           f.is_tracked as is_from_person, t.is_tracked as is_to_person,
           f.kind in ('ap_available', 'ap_held') as leaves, t.kind in ('ap_available', 'ap_held') as arrives
    from moved m
    join ledger_accounts f on f.id = m.from_account
    join ledger_accounts t on t.id = m.to_account
    where m.currency = 'AP'
  ),
  share as (
    select 0 as board, giver as user_id, -amount as amount, id from side
    where leaves and not (arrives and giver = taker)
    union all
    select 0, taker, amount, id from side where arrives and not (leaves and giver = taker)
    union all
    select period.board, taker, amount, id from side
    cross join lateral (values (rank_week(created_at)), (rank_month(created_at))) as period (board)
    where is_to_person and giver <> taker and kind in ('lesson_claim', 'vouch_award', 'battle_win')
    union all
    select period.board, giver, -amount, id from side
    cross join lateral (values (rank_week(created_at)), (rank_month(created_at))) as period (board)
    where is_from_person and giver <> taker and kind in ('chain_reversal', 'debt')
  ),
  kept as (
    insert into rank_entries as e (board, user_id, points, tie)
    select board, user_id, sum(amount), -max(id) from share group by board, user_id order by board, user_id
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
--> statement-breakpoint
-- Somebody new stands behind everybody who has nothing, until their first transfer.
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
--> statement-breakpoint
-- Takes somebody off every board they can be on, and out of what the counters count. The number of the transfer it would
-- be is used up: rankings are as old as the last one.
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
--> statement-breakpoint
-- Counts anew who stands where. While it runs, nothing may move.
create function recount_ranks() returns void language plpgsql as $$
begin
  truncate rank_counters, rank_slots;
  insert into rank_counters (board, level, lo, span, n, points)
  select board, 0, rank_block(points), 0, count(*), 0 from rank_entries
  where board = 0 or points > 0 group by board, rank_block(points)
  union all
  select board, 1, rank_bucket(points), 0, count(*), sum(points) from rank_entries
  where board = 0 or points > 0 group by board, rank_bucket(points)
  union all
  select board, 2, points, tie >> 15, count(*), 0 from rank_entries
  where (board = 0 or points > 0) and points < 4096 group by board, points, tie >> 15
  union all
  select board, 3, points, tie >> 11, count(*), 0 from rank_entries
  where (board = 0 or points > 0) and points < 4096 group by board, points, tie >> 11;
end $$;
--> statement-breakpoint
-- Works every rank out again from the transfers. For a database that is older than its ranks; while it runs, nothing
-- may move.
create or replace function rebuild_ranks_of_all() returns void language plpgsql as $$
begin
  truncate rank_entries;
  insert into rank_entries (board, user_id, points, tie)
  with share as (
    select 0 as board, f.owner_id as user_id, -m.amount as amount, m.id
    from ledger_transfers m join ledger_accounts f on f.id = m.from_account
    join ledger_accounts t on t.id = m.to_account
    where m.currency = 'AP' and f.kind in ('ap_available', 'ap_held')
      and not (t.kind in ('ap_available', 'ap_held') and f.owner_id = t.owner_id)
    union all
    select 0, t.owner_id, m.amount, m.id
    from ledger_transfers m join ledger_accounts f on f.id = m.from_account
    join ledger_accounts t on t.id = m.to_account
    where m.currency = 'AP' and t.kind in ('ap_available', 'ap_held')
      and not (f.kind in ('ap_available', 'ap_held') and f.owner_id = t.owner_id)
    union all
    select period.board, t.owner_id, m.amount, m.id
    from ledger_transfers m join ledger_accounts f on f.id = m.from_account
    join ledger_accounts t on t.id = m.to_account
    cross join lateral (values (rank_week(m.created_at)), (rank_month(m.created_at))) as period (board)
    where m.currency = 'AP' and t.is_tracked and f.owner_id <> t.owner_id
      and m.kind in ('lesson_claim', 'vouch_award', 'battle_win')
    union all
    select period.board, f.owner_id, -m.amount, m.id
    from ledger_transfers m join ledger_accounts f on f.id = m.from_account
    join ledger_accounts t on t.id = m.to_account
    cross join lateral (values (rank_week(m.created_at)), (rank_month(m.created_at))) as period (board)
    where m.currency = 'AP' and f.is_tracked and f.owner_id <> t.owner_id and m.kind in ('chain_reversal', 'debt')
  )
  select board, user_id, sum(amount), -max(id) from share group by board, user_id;
  insert into rank_entries (board, user_id, points, tie)
  select 0, owner_id, 0, -nextval('ledger_transfers_id_seq')
  from (select a.owner_id from ledger_accounts a
        where a.kind = 'ap_available'
          and not exists (select 1 from rank_entries e where e.board = 0 and e.user_id = a.owner_id)
        order by a.id) unmoved;
  perform recount_ranks();
end $$;
--> statement-breakpoint
select recount_ranks();
