-- Not breaking: the version before calls it as before.
-- Counts what a member learned in a week. A closed week stays as it is, and so does one before they joined, in which
-- learning restored from a deleted account may lie.
create or replace function score_league_entry(member uuid, of_week integer) returns void language plpgsql as $$
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
