-- What an account's last transfer led to; null for one that never moved. In the order of each index, from the account on,
-- so that there is nothing to read but the answer: asked for the last transfer of one account, a planner that knows how
-- many the house has reads everybody's backwards until it meets one.
create function latest_balance(account bigint) returns bigint language plpgsql as $$
begin
  return (
    select latest.balance
    from ((select t.id, t.from_account as owner, t.from_balance as balance from ledger_transfers t
           where (t.from_account, t.id) <= (account, 9223372036854775807)
           order by t.from_account desc, t.id desc limit 1)
          union all
          (select t.id, t.to_account, t.to_balance from ledger_transfers t
           where (t.to_account, t.id) <= (account, 9223372036854775807)
           order by t.to_account desc, t.id desc limit 1)) latest
    where latest.owner = account
    order by latest.id desc limit 1);
end $$;
--> statement-breakpoint
create or replace function refuse_unexplained_balance() returns trigger language plpgsql as $$
declare
  explained bigint := latest_balance(new.id);
begin
  if new.balance is distinct from explained then
    raise exception 'the balance % of account % is not what its last transfer led to', new.balance, new.id
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
