-- A tie ranks by the last transfer that moved somebody. Transfers of different accounts of one user may reach the board in
-- another order than they were numbered in, so the later number stays.
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
      set points = e.points + excluded.points, tie = least(e.tie, excluded.tie), was_points = e.points, was_tie = e.tie
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
