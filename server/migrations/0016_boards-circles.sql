-- Points of a week or month: what was learned, in full; for each opponent what was won of them less what was lost to
-- them, at most 3,000; and vouches, at most as much as was learned. Of what was won, as much as was lost to other
-- opponents counts only up to what was learned. As LEADERBOARD_RULES in the api.
create or replace view rank_totals as
select board, user_id,
       (learned + least(greatest(won - lost, 0) + least(won, lost, learned), 3000)
        + least(greatest(vouched, 0), learned))::bigint as points
from (select board, user_id, coalesce(sum(points) filter (where part = 0), 0) as learned,
             coalesce(sum(points) filter (where part = 1), 0) as vouched,
             coalesce(sum(greatest(points, 0)) filter (where part = 2), 0) as won,
             coalesce(sum(greatest(-points, 0)) filter (where part = 2), 0) as lost
      from rank_parts group by board, user_id) part;

select rebuild_ranks() where exists (select from ledger_transfers);
