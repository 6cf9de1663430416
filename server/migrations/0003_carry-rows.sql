-- Identities
-- ----------

-- All accounts that one continues, directly or through others.
create function earlier_accounts(account uuid) returns setof uuid language sql stable as $$
  with recursive earlier (id) as (
    select earlier_id from continued_accounts where later_id = account
    union
    select c.earlier_id from earlier join continued_accounts c on c.later_id = earlier.id)
  select id from earlier where id <> account
$$;

-- The account in which a person is back who deleted this one; itself if nobody is.
create function latest_account(account uuid) returns uuid language sql stable as $$
  with recursive later (id, step) as (
    select account, 0
    union all
    select c.later_id, later.step + 1 from later join continued_accounts c on c.earlier_id = later.id and c.is_return)
  select id from later order by step desc limit 1
$$;

-- Copies the rows that name the earlier account in a column, with the later account in its place. The arguments are the
-- table, the column, and a condition on the row `r`, in which `$2` is the later account.
create function carry_rows() returns trigger language plpgsql as $$
declare
  names text;
  given text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum),
         string_agg(case attname when tg_argv[1] then '$2' when 'id' then 'gen_random_uuid()'
                    else 'r.' || quote_ident(attname) end, ', ' order by attnum)
    into names, given
    from pg_attribute
    where attrelid = tg_argv[0]::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = '';
  execute format('insert into %I (%s) select %s from %I r where r.%I = $1 and %s on conflict do nothing',
                 tg_argv[0], names, given, tg_argv[0], tg_argv[1], tg_argv[2])
    using new.earlier_id, new.later_id;
  return null;
end $$;

-- What restricts a person is carried to every account with one of their identities.
create trigger suspensions_carried after insert or update on continued_accounts
  for each row execute function carry_rows('suspensions', 'user_id', 'r.lifted_at is null');
create trigger blocks_carried after insert or update on continued_accounts
  for each row execute function carry_rows('blocks', 'blocked_id', 'r.blocker_id <> $2');
create trigger mutes_carried after insert or update on continued_accounts
  for each row execute function carry_rows('mutes', 'muted_id', 'r.muter_id <> $2');
create trigger comment_mutes_carried after insert or update on continued_accounts
  for each row execute function carry_rows('comment_mutes', 'user_id', 'r.muted_by <> $2');
create trigger person_reports_carried after insert or update on continued_accounts
  for each row execute function carry_rows('person_reports', 'person_id', 'r.reporter_id <> $2 and r.settled_at is null');

-- What they chose, and what they lost, is carried to the account that returns first.
create trigger own_blocks_carried after insert on continued_accounts for each row when (new.is_return)
  execute function carry_rows('blocks', 'blocker_id', 'r.blocked_id <> $2');
create trigger own_mutes_carried after insert on continued_accounts for each row when (new.is_return)
  execute function carry_rows('mutes', 'muter_id', 'r.muted_id <> $2');
create trigger challenge_settings_carried after insert on continued_accounts for each row when (new.is_return)
  execute function carry_rows('challenge_settings', 'user_id', 'true');

create function carry_losses() returns trigger language plpgsql as $$
begin
  insert into reputation_parts as r (user_id, learned, won, lost_before)
  select new.later_id, 0, p.won, p.won from reputation_parts p where p.user_id = new.earlier_id and p.won < 0
  on conflict (user_id) do update set won = r.won + excluded.won, lost_before = r.lost_before + excluded.lost_before;
  return null;
end $$;

create trigger reputation_parts_carried after insert on continued_accounts for each row when (new.is_return)
  execute function carry_losses();

-- Nobody follows somebody across a block, whether it was made or carried.
create function end_blocked_follows() returns trigger language plpgsql as $$
begin
  delete from follows
  where (follower_id = new.blocker_id and followed_id = new.blocked_id)
     or (follower_id = new.blocked_id and followed_id = new.blocker_id);
  return null;
end $$;

create trigger blocks_end_follows after insert on blocks for each row execute function end_blocked_follows();

-- A review counts in the account that finished it, not in others of the person, where it only isn't paid again.
create or replace view learning_moments as
  select user_id, completed_at as at, coalesce(difficulty, 'review') as what from lesson_completions
  where difficulty is not null or (is_review and streak_after > 0)
  union all
  select user_id, known_at, 'card' from review_cards where known_at is not null;
