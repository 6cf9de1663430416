-- A trigger checks the accounts and holds of transfers instead of foreign keys. Neither ever goes away or changes, so both
-- say the same; but a crowd's gifts name few accounts, and here each is looked up once.
alter table ledger_transfers
  drop constraint ledger_transfers_fills_hold,
  drop constraint ledger_transfers_takes_hold,
  drop constraint ledger_transfers_from,
  drop constraint ledger_transfers_to;
alter table ledger_accounts drop constraint ledger_accounts_id_currency;
alter table ledger_holds drop constraint ledger_holds_id_account;

-- Both accounts of a transfer exist in its currency. Held funds enter and leave their account only through a hold of that
-- account, and a hold is nowhere else.
create or replace function refuse_impossible_transfers() returns trigger language plpgsql as $$
declare
  wrong record;
  past text;
begin
  -- One account at a time, so that no plan cached for a small table reads all of a large one.
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
  return null;
end $$;

create or replace trigger ledger_transfers_possible after insert on ledger_transfers referencing new table as moved
  for each statement execute function refuse_impossible_transfers();
drop trigger ledger_transfers_by_holds on ledger_transfers;
drop function refuse_transfers_past_holds();

-- As before, but each account is looked up once.
create or replace function keep_steeze_totals() returns trigger language plpgsql as $$
declare
  delta jsonb;
  mine integer;
begin
  select jsonb_object_agg(kind, amount) into delta
  from (select a.kind, sum(side.amount) as amount
        from (select account, sum(amount) as amount
              from (select from_account as account, -amount as amount from moved where currency = 'STEEZE'
                    union all
                    select to_account, amount from moved where currency = 'STEEZE') both_of
              group by account) side
        cross join lateral (select kind from ledger_accounts where id = side.account limit 1) a
        group by a.kind having sum(side.amount) <> 0) changed;
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
