-- The shard that this database is, and where a guest is at home. Of one primary it is shard 0, and nobody is a guest.
-- Not breaking: the version before opens accounts of people who are at home here, whose `home_shard` is null.
create table ledger_shard (
  is_only boolean primary key default true not null,
  number smallint not null,
  constraint ledger_shard_one_row check (is_only),
  constraint ledger_shard_number check (number >= 0)
);
insert into ledger_shard (number) values (0);

-- Null wherever a shard's own people, battles and house are concerned. So a balance that moves needs no look at the number
-- of this database to tell that nobody in it is a guest.
alter table ledger_accounts add column home_shard smallint;

-- The account through which Steeze leaves for other shards and comes from them. Over all shards they sum to zero, less what
-- is on its way.
insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance) values
  ('00000000-0000-0000-0000-000000000000', 'steeze_transit', 'STEEZE', false, null)
on conflict (owner_id, kind) do nothing;

-- Guests of other shards name it.
create function refuse_shard_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or exists (select from ledger_accounts where owner_id <> '00000000-0000-0000-0000-000000000000') then
    raise exception 'a shard keeps its number once somebody has an account' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create trigger ledger_shard_stays before update or delete or truncate on ledger_shard
  for each statement execute function refuse_shard_change();

drop trigger ledger_accounts_stay on ledger_accounts;
create trigger ledger_accounts_stay before update on ledger_accounts
  for each row when ((new.id, new.owner_id, new.kind, new.currency, new.is_tracked, new.home_shard)
                     is distinct from (old.id, old.owner_id, old.kind, old.currency, old.is_tracked, old.home_shard))
  execute function refuse_account_change();

-- Which accounts a guest has never changes, so that they hold no AP and nothing in escrow is decided here, once.
create function refuse_misplaced_account() returns trigger language plpgsql
set enable_seqscan = off set jit = off as $$
begin
  if new.home_shard = (select number from ledger_shard) then
    raise exception 'nobody is a guest in the shard where they are at home' using errcode = 'restrict_violation';
  end if;
  if new.home_shard is not null and (not new.is_tracked or new.kind not in ('steeze_purchased', 'steeze_earned')) then
    raise exception 'a guest has no account of the kind %', new.kind using errcode = 'restrict_violation';
  end if;
  if exists (select from ledger_accounts
             where owner_id = new.owner_id and home_shard is distinct from new.home_shard) then
    raise exception 'all accounts of % are at home in one shard', new.owner_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger ledger_accounts_at_home before insert on ledger_accounts
  for each row execute function refuse_misplaced_account();

-- As before, and it looks at each transfer of a statement that moves a balance of a guest or the transit account. Whether it
-- does is seen where the balance moves.
create or replace function move_balances() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  named bigint;
  moved_well bigint;
  has_holds boolean;
  has_crossings boolean;
  delta jsonb;
  mine integer;
  wrong record;
  past text;
begin
  -- What each account is left with is what its last transfer states, and what it held and all of them moved. An account
  -- exists in the transfers' currency. Held funds enter and leave theirs only through a hold, and a hold is nowhere else.
  with moving as materialized (
    select account, sum(change)::bigint as change, (array_agg(stated order by transfer desc))[1] as stated,
           min(currency) as currency, min(currency) = max(currency) and bool_and(by_hold) = bool_or(by_hold) as is_plain,
           bool_or(by_hold) as by_hold
    from (select from_account as account, id as transfer, -amount as change, from_balance as stated, currency,
                 resolves_hold is not null as by_hold from moved
          union all
          select to_account, id, amount, to_balance, currency, opens_hold is not null from moved) side
    group by account
  ), tracked as (
    update ledger_accounts a set balance = moving.stated from moving
    where a.id = moving.account and moving.is_plain and a.currency = moving.currency
      and (a.kind in ('ap_held', 'steeze_held')) = moving.by_hold
      -- The version before has set it in this statement.
      and (a.balance + moving.change = moving.stated
           or a.balance = moving.stated and a.xmin = pg_current_xact_id()::xid)
    returning a.kind, a.currency, moving.change, moving.by_hold, a.home_shard is not null as crosses
  ), untracked as (
    select a.kind, moving.currency, moving.change, false, a.kind = 'steeze_transit' from moving
    cross join lateral (select kind, currency, is_tracked from ledger_accounts where id = moving.account limit 1) a
    where moving.stated is null and not a.is_tracked and moving.is_plain and not moving.by_hold
      and a.currency = moving.currency
  )
  select (select count(*) from moving), sum(n), bool_or(by_hold), bool_or(crosses),
         jsonb_object_agg(kind, change) filter (where currency = 'STEEZE' and change <> 0)
  into named, moved_well, has_holds, has_crossings, delta
  from (select kind, currency, sum(change) as change, count(*) as n, bool_or(by_hold) as by_hold,
               bool_or(crosses) as crosses
        from (select * from tracked union all select * from untracked) side group by kind, currency) by_kind;

  if named is distinct from moved_well then
    select side.*, a.currency as actual into wrong
    from (select true as is_from, from_account as account, currency, resolves_hold is not null as by_hold from moved
          union
          select false, to_account, currency, opens_hold is not null from moved) side
    left join lateral (select kind, currency from ledger_accounts where id = side.account limit 1) a on true
    where a.currency is distinct from side.currency or (a.kind in ('ap_held', 'steeze_held')) <> side.by_hold
    order by side.is_from desc limit 1;
    if found then
      select key into past from moved
      where currency = wrong.currency
        and case when wrong.is_from then from_account = wrong.account and (resolves_hold is not null) = wrong.by_hold
                 else to_account = wrong.account and (opens_hold is not null) = wrong.by_hold end
      limit 1;
      if wrong.actual is distinct from wrong.currency then
        raise exception 'transfer % names an account that does not exist in its currency', past
          using errcode = 'foreign_key_violation',
                constraint = 'ledger_transfers_' || case when wrong.is_from then 'from' else 'to' end;
      end if;
      raise exception 'transfer % does not go by a hold where it should, or by one where it should not', past
        using errcode = 'restrict_violation';
    end if;
  end if;

  if has_holds or named is distinct from moved_well then
    select key, side.is_from into wrong
    from moved cross join lateral (values (false, opens_hold, to_account), (true, resolves_hold, from_account))
      as side (is_from, hold, account)
    where side.hold is not null
      and (select h.account_id from ledger_holds h where h.id = side.hold limit 1) is distinct from side.account
    limit 1;
    if found then
      raise exception 'transfer % names a hold that its account does not have', wrong.key
        using errcode = 'foreign_key_violation',
              constraint = 'ledger_transfers_' || case when wrong.is_from then 'takes_hold' else 'fills_hold' end;
    end if;
  end if;

  if named is distinct from moved_well then
    select side.* into wrong
    from (select distinct on (account) account, stated
          from (select id, from_account as account, from_balance as stated from moved
                union all
                select id, to_account, to_balance from moved) each_side
          order by account, id desc) side
    cross join lateral (select balance, xmin from ledger_accounts where id = side.account limit 1) a
    where a.balance is distinct from side.stated or a.balance is not null and a.xmin <> pg_current_xact_id()::xid
    order by account limit 1;
    raise exception 'the balance % of account % is not what its last transfer led to', wrong.stated, wrong.account
      using errcode = 'restrict_violation';
  end if;

  -- A guest's Steeze comes and goes in transit, or is given to a battle and comes back from it. What is in transit belongs
  -- to somebody.
  if has_crossings then
    select key into past from moved
    cross join lateral (select kind, home_shard is not null as is_guest from ledger_accounts
                        where id = moved.from_account limit 1) f
    cross join lateral (select kind, home_shard is not null as is_guest from ledger_accounts
                        where id = moved.to_account limit 1) g
    where f.is_guest and g.kind not in ('steeze_transit', 'gifts_to_challenger', 'gifts_to_opponent')
       or g.is_guest and f.kind not in ('steeze_transit', 'gifts_to_challenger', 'gifts_to_opponent')
       or f.kind = 'steeze_transit' and g.kind not in ('steeze_purchased', 'steeze_earned')
       or g.kind = 'steeze_transit' and f.kind not in ('steeze_purchased', 'steeze_earned')
    limit 1;
    if found then
      raise exception 'transfer % leads to a guest, or from one, neither in transit nor as a gift', past
        using errcode = 'restrict_violation';
    end if;
  end if;

  -- Each statement adds what it moved to a row that no other transaction has locked, so nobody waits.
  if delta is null then return null; end if;
  select slot into mine from steeze_totals limit 1 for update skip locked;
  if mine is null then
    insert into steeze_totals (amounts) values (delta);
    return null;
  end if;
  update steeze_totals
  set amounts = (select jsonb_object_agg(kind, amount)
                 from (select key as kind, sum(value::bigint) as amount
                       from (select * from jsonb_each_text(amounts) union all select * from jsonb_each_text(delta)) both_of
                       group by key) added)
  where slot = mine;
  return null;
end $$;
