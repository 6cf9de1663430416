-- Transfers move the balances of their accounts, in a trigger. So the two can't differ, and nobody has to look the transfers
-- up again. The same pass over the accounts checks that the transfers are possible and adds to the running totals, which
-- three triggers did by themselves.
-- Not breaking: the version before sets the same balances in the same statement, and finds that it may.

-- Accounts are searched one at a time and in no other way: a plan cached for a small table would read all of a large one.
create function move_balances() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  named bigint;
  moved_well bigint;
  has_holds boolean;
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
    returning a.kind, a.currency, moving.change, moving.by_hold
  ), untracked as (
    select a.kind, moving.currency, moving.change, false from moving
    cross join lateral (select kind, currency, is_tracked from ledger_accounts where id = moving.account limit 1) a
    where moving.stated is null and not a.is_tracked and moving.is_plain and not moving.by_hold
      and a.currency = moving.currency
  )
  select (select count(*) from moving), sum(n), bool_or(by_hold),
         jsonb_object_agg(kind, change) filter (where currency = 'STEEZE' and change <> 0)
  into named, moved_well, has_holds, delta
  from (select kind, currency, sum(change) as change, count(*) as n, bool_or(by_hold) as by_hold
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

drop trigger ledger_transfers_possible on ledger_transfers;
drop trigger ledger_transfers_keep_steeze_totals on ledger_transfers;
drop function refuse_impossible_transfers();
drop function keep_steeze_totals();
create trigger ledger_transfers_move_balances after insert on ledger_transfers referencing new table as moved
  for each statement execute function move_balances();

-- As before, for what changes a balance in any other way.
create or replace function refuse_unexplained_balance() returns trigger language plpgsql
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  since bigint;
  explained bigint;
begin
  select last_value / ledger_partition_size() * ledger_partition_size() into since from ledger_transfers_id_seq;
  select balance into explained from latest_balance(new.id, since);
  -- First in the newest partition and the one ahead of it, where the transfers of the same statement are.
  if new.balance is distinct from explained then
    select balance into explained from latest_balance(new.id, -9223372036854775807);
  end if;
  if new.balance is distinct from explained then
    raise exception 'the balance % of account % is not what its last transfer led to', new.balance, new.id
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

drop trigger ledger_accounts_follow_transfers on ledger_accounts;
create trigger ledger_accounts_follow_transfers after update on ledger_accounts for each row
  when (pg_trigger_depth() = 0 and new.balance is distinct from old.balance)
  execute function refuse_unexplained_balance();
