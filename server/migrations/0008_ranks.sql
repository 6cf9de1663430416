create extension if not exists pg_trgm;
--> statement-breakpoint
CREATE TABLE "rank_counters" (
	"board" integer NOT NULL,
	"level" smallint NOT NULL,
	"lo" bigint NOT NULL,
	"span" bigint NOT NULL,
	"shard" smallint NOT NULL,
	"n" bigint NOT NULL,
	"points" bigint NOT NULL,
	CONSTRAINT "rank_counters_board_level_lo_span_shard_pk" PRIMARY KEY("board","level","lo","span","shard")
);
--> statement-breakpoint
CREATE TABLE "rank_entries" (
	"board" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"points" bigint NOT NULL,
	"tie" bigint NOT NULL,
	"was_points" bigint,
	"was_tie" bigint,
	CONSTRAINT "rank_entries_board_user_id_pk" PRIMARY KEY("board","user_id")
);
--> statement-breakpoint
DROP INDEX "ledger_accounts_by_balance";--> statement-breakpoint
CREATE INDEX "rank_entries_in_order" ON "rank_entries" USING btree ("board","points","tie","user_id");--> statement-breakpoint
CREATE INDEX "users_username_prefix" ON "users" USING btree ("username" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_username_trigrams" ON "users" USING gin ("username" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "wallets_address_prefix" ON "wallets" USING btree ("address" text_pattern_ops);
--> statement-breakpoint
-- Counters are updated all the time and never change their keys: room on the page keeps them where they are.
alter table rank_counters set (fillfactor = 60);
--> statement-breakpoint
alter table rank_entries set (fillfactor = 85);
--> statement-breakpoint
-- The board of the week, or of the month, a moment belongs to; in UTC, weeks from Monday.
create function rank_week(moment timestamptz) returns integer language sql immutable parallel safe as $$
  select 1000000 + (((moment at time zone 'UTC')::date - date '1970-01-01') + 3) / 7
$$;
--> statement-breakpoint
create function rank_month(moment timestamptz) returns integer language sql immutable parallel safe as $$
  select 2000000 + (extract(year from moment at time zone 'UTC')::int - 1970) * 12
         + extract(month from moment at time zone 'UTC')::int - 1
$$;
--> statement-breakpoint
-- Where the fine step begins that points belong to. Steps of one as far as most people are, wider ones above.
create function rank_bucket(points bigint) returns bigint language sql immutable parallel safe as $$
  select case when points < 4096 then points
              when points < 65536 then points & ~63::bigint
              when points < 1048576 then points & ~1023::bigint
              else points & ~65535::bigint end
$$;
--> statement-breakpoint
-- The first points above that step.
create function rank_bucket_end(points bigint) returns bigint language sql immutable parallel safe as $$
  select case when points < 4096 then points + 1
              when points < 65536 then (points & ~63::bigint) + 64
              when points < 1048576 then (points & ~1023::bigint) + 1024
              else (points & ~65535::bigint) + 65536 end
$$;
--> statement-breakpoint
-- The same of the coarse steps: each is made of whole fine ones.
create function rank_block(points bigint) returns bigint language sql immutable parallel safe as $$
  select case when points < 4096 then points & ~63::bigint
              when points < 65536 then points & ~4095::bigint
              when points < 1048576 then points & ~65535::bigint
              else points & ~1048575::bigint end
$$;
--> statement-breakpoint
create function rank_block_end(points bigint) returns bigint language sql immutable parallel safe as $$
  select case when points < 4096 then (points & ~63::bigint) + 64
              when points < 65536 then (points & ~4095::bigint) + 4096
              when points < 1048576 then (points & ~65535::bigint) + 65536
              else (points & ~1048575::bigint) + 1048576 end
$$;
--> statement-breakpoint
-- A shard of the counters that no other open transaction writes to, held until this one ends. With more writers at a
-- time than shards the last ones share, and wait.
create function rank_shard() returns smallint language plpgsql as $$
declare
  mine int := pg_backend_pid() & 7;
begin
  for step in 0..7 loop
    if pg_try_advisory_xact_lock(1634038369, (mine + step) & 7) then
      return ((mine + step) & 7)::smallint;
    end if;
  end loop;
  perform pg_advisory_xact_lock(1634038369, mine);
  return mine::smallint;
end $$;
--> statement-breakpoint
-- Every transfer of Aura Points changes the ranks of whose they are, in the statement that writes it. A person's total is
-- what is free and what is set aside. A period counts what lessons, vouches and won stakes brought, and takes back what
-- disappeared from the chain. Rows are locked in one order: people by their ids, then counters from the lowest.
create function keep_ranks() returns trigger language plpgsql as $$
declare
  mine smallint;
begin
  if not exists (select 1 from moved where currency = 'AP') then return null; end if;
  mine := rank_shard();
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
  ),
  step as (
    select board, 0 as level, rank_block(points) as lo, 0::bigint as span, n, 0::bigint as points from shift
    union all
    select board, 1, rank_bucket(points), 0, n, n * points from shift
    union all
    select board, 2, points, tie >> 13, n, 0 from shift where points < 4096
  )
  insert into rank_counters as c (board, level, lo, span, shard, n, points)
  select board, level, lo, span, mine, sum(n), sum(points) from step
  group by board, level, lo, span having sum(n) <> 0 or sum(points) <> 0
  order by board, level, lo, span
  on conflict (board, level, lo, span, shard) do update set n = c.n + excluded.n, points = c.points + excluded.points;
  return null;
end $$;
--> statement-breakpoint
create trigger ledger_transfers_keep_ranks after insert on ledger_transfers referencing new table as moved
  for each statement execute function keep_ranks();
--> statement-breakpoint
-- Somebody new stands behind everybody who has nothing, until their first transfer.
create function rank_newcomers() returns trigger language plpgsql as $$
declare
  mine smallint;
begin
  if not exists (select 1 from opened where kind = 'ap_available') then return null; end if;
  mine := rank_shard();
  with kept as (
    insert into rank_entries (board, user_id, points, tie)
    select 0, owner_id, 0, -nextval('ledger_transfers_id_seq')
    from (select owner_id from opened where kind = 'ap_available' order by owner_id) newcomers
    returning tie
  ),
  step as (
    select 0 as level, 0::bigint as span from kept union all select 1, 0 from kept union all select 2, tie >> 13 from kept
  )
  insert into rank_counters as c (board, level, lo, span, shard, n, points)
  select 0, level, 0, span, mine, count(*), 0 from step group by level, span order by level, span
  on conflict (board, level, lo, span, shard) do update set n = c.n + excluded.n;
  return null;
end $$;
--> statement-breakpoint
create trigger ledger_accounts_rank_newcomers after insert on ledger_accounts referencing new table as opened
  for each statement execute function rank_newcomers();
--> statement-breakpoint
-- Works every rank out again from the transfers. For a database that is older than its ranks; while it runs, nothing
-- may move.
create function rebuild_ranks() returns void language plpgsql as $$
begin
  truncate rank_entries, rank_counters;
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
  insert into rank_counters (board, level, lo, span, shard, n, points)
  select board, 0, rank_block(points), 0, 0, count(*), 0 from rank_entries
  where board = 0 or points > 0 group by board, rank_block(points)
  union all
  select board, 1, rank_bucket(points), 0, 0, count(*), sum(points) from rank_entries
  where board = 0 or points > 0 group by board, rank_bucket(points)
  union all
  select board, 2, points, tie >> 13, 0, count(*), 0 from rank_entries
  where (board = 0 or points > 0) and points < 4096 group by board, points, tie >> 13;
end $$;
--> statement-breakpoint
select rebuild_ranks();
