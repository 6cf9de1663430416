ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp with time zone;
--> statement-breakpoint
-- Takes somebody off every board they can be on, and out of what the counters count. The number of the transfer it would
-- be is used up: rankings are as old as the last one.
create function forget_ranks(who uuid) returns void language plpgsql as $$
declare
  mine smallint := rank_shard();
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
  ),
  shift as (select * from gone where board = 0 or points > 0),
  step as (
    select board, 0 as level, rank_block(points) as lo, 0::bigint as span, 0::bigint as points from shift
    union all
    select board, 1, rank_bucket(points), 0, points from shift
    union all
    select board, 2, points, tie >> 13, 0 from shift where points < 4096
  )
  insert into rank_counters as c (board, level, lo, span, shard, n, points)
  select board, level, lo, span, mine, -count(*), -sum(points) from step
  group by board, level, lo, span order by board, level, lo, span
  on conflict (board, level, lo, span, shard) do update set n = c.n + excluded.n, points = c.points + excluded.points;
  perform nextval('ledger_transfers_id_seq');
end $$;
--> statement-breakpoint
-- Ranks that are worked out again leave out who is gone.
alter function rebuild_ranks() rename to rebuild_ranks_of_all;
--> statement-breakpoint
create function rebuild_ranks() returns void language plpgsql as $$
begin
  perform rebuild_ranks_of_all();
  perform forget_ranks(id) from users where deleted_at is not null order by id;
end $$;
