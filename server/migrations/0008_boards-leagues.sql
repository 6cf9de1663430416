CREATE TABLE "rank_parts" (
	"board" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"part" smallint NOT NULL,
	"other_id" uuid NOT NULL,
	"points" bigint NOT NULL,
	CONSTRAINT "rank_parts_board_user_id_part_other_id_pk" PRIMARY KEY("board","user_id","part","other_id"),
	CONSTRAINT "rank_parts_part" CHECK ("rank_parts"."part" between 0 and 2)
);

DROP INDEX "league_entries_unseated";
ALTER TABLE "league_entries" ADD COLUMN "lot" bigint;
ALTER TABLE "league_weeks" ADD COLUMN "seed" text;
CREATE INDEX "league_entries_unseated" ON "league_entries" USING btree ("week","lot","first_at","user_id") WHERE "league_entries"."league" is null;

-- Ranks: what counts
-- ------------------

-- Points of a week or month: what was learned, in full; for each opponent what was won of them less what was lost to
-- them, at most 3,000; and vouches, at most as much as was learned. As LEADERBOARD_RULES in the api.
create view rank_totals as
select board, user_id, (learned + least(won, 3000) + least(greatest(vouched, 0), learned))::bigint as points
from (select board, user_id, coalesce(sum(points) filter (where part = 0), 0) as learned,
             coalesce(sum(points) filter (where part = 1), 0) as vouched,
             coalesce(sum(greatest(points, 0)) filter (where part = 2), 0) as won
      from rank_parts group by board, user_id) part;

-- Returns what one transfer of AP changes, and on which boards: the one place that says what counts. All time (board 0)
-- counts what a user has, available and held. A period counts by parts, as rank_parts: lessons and reviews (0), vouches
-- less what disappeared from the chain (1), and stakes won of and lost to an opponent (2). As SQL it is inlined into the
-- statement that calls it, and looks up one account at a time, so that no plan reads all accounts.
drop function rank_shares(text, bigint, bigint, bigint, timestamptz);
create function rank_shares(
  transfer_kind text, amount bigint, from_account bigint, to_account bigint, created_at timestamptz)
returns table (board integer, user_id uuid, part smallint, other_id uuid, points bigint) language sql stable as $$
  select share.board, share.user_id, share.part::smallint, share.other_id, share.points
  from (select owner_id, kind, currency, is_tracked from ledger_accounts where id = from_account limit 1) f
  cross join (select owner_id, kind, is_tracked from ledger_accounts where id = to_account limit 1) t
  cross join lateral (
    select 0 as board, f.owner_id as user_id, 0 as part, f.owner_id as other_id, -amount as points
    where f.kind in ('ap_available', 'ap_held')
      and not (t.kind in ('ap_available', 'ap_held') and f.owner_id = t.owner_id)
    union all
    select 0, t.owner_id, 0, t.owner_id, amount
    where t.kind in ('ap_available', 'ap_held')
      and not (f.kind in ('ap_available', 'ap_held') and f.owner_id = t.owner_id)
    union all
    select period.board, t.owner_id, case transfer_kind when 'lesson_claim' then 0 else 1 end, t.owner_id, amount
    from (values (rank_week(created_at)), (rank_month(created_at))) period (board)
    where transfer_kind in ('lesson_claim', 'vouch_award') and t.is_tracked and f.owner_id <> t.owner_id
    union all
    select period.board, f.owner_id, 1, f.owner_id, -amount
    from (values (rank_week(created_at)), (rank_month(created_at))) period (board)
    where transfer_kind in ('chain_reversal', 'debt') and f.is_tracked and f.owner_id <> t.owner_id
    union all
    select period.board, side.user_id, 2, side.other_id, side.points
    from (values (rank_week(created_at)), (rank_month(created_at))) period (board)
    cross join (values (t.owner_id, f.owner_id, amount), (f.owner_id, t.owner_id, -amount))
      side (user_id, other_id, points)
    where transfer_kind = 'battle_win' and f.is_tracked and t.is_tracked and f.owner_id <> t.owner_id
  ) share
  where f.currency = 'AP'
$$;

-- Ranks: following the transfers
-- ------------------------------

-- Counts up to `most` of the transfers that the ranks don't include yet. Returns how many it read: `most` if there may
-- be more. Each that was committed before is counted, and none twice, in whatever order they are committed: an id that
-- isn't there stays open until every transaction that could have drawn it has ended. One call counts at a time, others
-- wait for it. Each of its statements must see the newest commits, so its transaction is read committed.
create or replace function follow_ranks(most integer) returns integer language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off set lock_timeout = '2s' as $$
declare
  log rank_log;
  has_points boolean;
  lying integer;
  settled bigint;
  moved record;
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
  share as materialized (
    select w.id, share.* from (select * from waiting where currency = 'AP') w
    cross join lateral rank_shares(w.kind, w.amount, w.from_account, w.to_account, w.created_at) share
    -- A deleted account is on no board.
    where (select deleted_at from users where id = share.user_id limit 1) is null
  ),
  kept as (
    insert into rank_parts as p (board, user_id, part, other_id, points)
    select board, user_id, part, other_id, sum(points) from share where board > 0
    group by board, user_id, part, other_id order by board, user_id, part, other_id
    on conflict (board, user_id, part, other_id) do update set points = p.points + excluded.points
  ),
  touched as (
    select board, user_id, sum(points)::bigint as points, -max(id) as tie from share group by board, user_id
  )
  select array_agg(board) as boards, array_agg(user_id) as users, array_agg(points) as points, array_agg(tie) as ties,
         (select count(*) from waiting) as transfers,
         (select coalesce(range_agg(int8range(id, id, '[]')), '{}') from waiting) as ids
  into moved from touched;
  -- In a statement of its own, which sees the parts as they are now.
  with kept as (
    insert into rank_entries as e (board, user_id, points, tie)
    select t.board, t.user_id, case when t.board = 0 then t.points else total.points end, t.tie
    from unnest(moved.boards, moved.users, moved.points, moved.ties) t (board, user_id, points, tie)
    left join lateral (
      select r.points from rank_totals r where r.board = t.board and r.user_id = t.user_id offset 0) total on true
    order by t.board, t.user_id
    on conflict (board, user_id) do update
      set points = case when e.board = 0 then e.points + excluded.points else excluded.points end,
          tie = least(e.tie, excluded.tie), was_points = e.points, was_tie = e.tie
    returning board, user_id, points, tie, was_points, was_tie
  ),
  shift as (
    select board, was_points as points, was_tie as tie, -1 as n from kept
    where was_points is not null and (board = 0 or was_points > 0)
    union all
    select board, points, tie, 1 from kept where board = 0 or points > 0
  )
  select array_agg(board) as boards, array_agg(points) as points, array_agg(tie) as ties, array_agg(n) as shifts
  into result from shift;
  perform count_ranks(result.boards, result.points, result.ties, result.shifts);

  log.counted := log.counted + moved.ids;
  if settled is not null and moved.transfers < most then
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
                      version = log.version + case when moved.boards is not null then 1 else 0 end;
  return moved.transfers;
end $$;

-- Removes a deleted account from every board it can be on, and from the counters. Uses up a transfer's id, because that
-- is what tells readers that the ranking changed. Waits for whoever counts, who would bring the rows back.
create or replace function forget_ranks(who uuid) returns void language plpgsql as $$
declare
  on_boards integer[];
  changed record;
begin
  perform from rank_log for update;
  select array_agg(board) into on_boards from (
    select 0 as board
    union
    select rank_week(moment) from users u,
      generate_series(u.created_at - interval '7 days', u.deleted_at + interval '7 days', interval '7 days') as moment
    where u.id = who
    union
    select rank_month(moment) from users u,
      generate_series(u.created_at - interval '28 days', u.deleted_at + interval '28 days', interval '28 days') as moment
    where u.id = who) theirs;
  delete from rank_parts where user_id = who and board = any(on_boards);
  with gone as (
    delete from rank_entries where user_id = who and board = any(on_boards) returning board, points, tie
  )
  select array_agg(board) as boards, array_agg(points) as points, array_agg(tie) as ties, array_agg(-1) as shifts
  into changed from gone where board = 0 or points > 0;
  perform count_ranks(changed.boards, changed.points, changed.ties, changed.shifts);
  perform nextval('ledger_transfers_id_seq');
end $$;

-- Recomputes every rank from the transfers, without deleted accounts, and says in the log which transfers those are.
-- Waits for all who are writing some.
create or replace function rebuild_ranks() returns void language plpgsql as $$
begin
  lock table ledger_transfers in share mode;
  -- Whoever counts locks it first, too.
  perform from rank_log for update;
  truncate rank_entries, rank_parts, rank_counters, rank_slots;
  insert into rank_parts (board, user_id, part, other_id, points)
  select share.board, share.user_id, share.part, share.other_id, sum(share.points)
  from ledger_transfers m
  cross join lateral rank_shares(m.kind, m.amount, m.from_account, m.to_account, m.created_at) share
  where share.board > 0
  group by share.board, share.user_id, share.part, share.other_id;
  insert into rank_entries (board, user_id, points, tie)
  select share.board, share.user_id, case when share.board = 0 then share.points else total.points end, share.tie
  from (select s.board, s.user_id, sum(s.points) as points, -max(m.id) as tie
        from ledger_transfers m
        cross join lateral rank_shares(m.kind, m.amount, m.from_account, m.to_account, m.created_at) s
        group by s.board, s.user_id) share
  left join rank_totals total on total.board = share.board and total.user_id = share.user_id;
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

select rebuild_ranks() where exists (select from ledger_transfers);

-- Leagues
-- -------

-- What counts in leagues (lessons). A streak that was won back doesn't, nor do lessons of a unit that was passed at once.
create or replace view learning_moments as
  select user_id, completed_at as at, coalesce(difficulty, 'review') as what from lesson_completions c
  where (is_review and streak_after > 0 and broke_on is null)
     or (difficulty is not null and not exists (
       select from placements p cross join unnest(p.questions) question
       where p.user_id = c.user_id and p.finished_at = c.completed_at
         and split_part(question, '/', 1) = c.lesson_id))
  union all
  select user_id, known_at, 'card' from review_cards where known_at is not null;

-- The place of a person in a draw. The seed is drawn once everybody in it is known, so nobody can choose a place.
create function league_lot(seed text, who uuid) returns bigint language sql immutable parallel safe as $$
  select ('x' || substr(md5(seed || who), 1, 15))::bit(60)::bigint
$$;

-- Weeks in which such lessons counted: the open ones are counted anew, results of others go.
select score_league_entry(e.user_id, e.week) from league_entries e where e.place is null and not e.is_out;
delete from league_entries e
where not e.is_out and e.points is distinct from (
  select sum(league_points(l.what)) from learning_moments l
  where l.user_id = e.user_id and l.at >= league_week_start(e.week) and l.at < league_week_start(e.week + 1)
    and (e.place is null or l.at <= e.reached_at));
