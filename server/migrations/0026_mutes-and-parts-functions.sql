-- No person is notified of what somebody did whom they muted or blocked, or who blocked them.
create or replace function drop_blocked_notifications() returns trigger language plpgsql as $$
begin
  if are_blocked(new.user_id, new.actor_id)
    or exists (select 1 from mutes where muter_id = new.user_id and muted_id = new.actor_id) then return null; end if;
  return new;
end $$;

-- What people learned and won, in the statement that moves it. Both accounts of a transfer are locked, so rows of the same
-- person come one after the other.
create or replace function keep_reputation() returns trigger language plpgsql as $$
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

create or replace trigger ledger_transfers_keep_reputation after insert on ledger_transfers referencing new table as moved
  for each statement execute function keep_reputation();

insert into reputation_parts (user_id, learned, won)
select owner_id, sum(learned), sum(won) from (
  select a.owner_id, case t.kind when 'lesson_claim' then t.amount else 0 end as learned,
         case t.kind when 'battle_win' then t.amount else 0 end as won
  from ledger_transfers t join ledger_accounts a on a.id = t.to_account and a.is_tracked
  where t.kind in ('lesson_claim', 'battle_win')
  union all
  select a.owner_id, 0, -t.amount
  from ledger_transfers t join ledger_accounts a on a.id = t.from_account and a.is_tracked
  where t.kind = 'battle_win') moved
where exists (select 1 from users u where u.id = owner_id and u.deleted_at is null)
group by owner_id;
