-- As before, of all accounts of a statement at once.
drop trigger ledger_accounts_follow_transfers on ledger_accounts;
--> statement-breakpoint
drop function latest_balance(bigint);
--> statement-breakpoint
-- What an account's last transfer led to; no row for one that never moved. As SQL it becomes part of the statement that
-- asks, which then asks for hundreds of accounts at the price of reading their rows. In the order of each index, as before.
create function latest_balance(account bigint) returns table (balance bigint) language sql stable as $$
  select latest.balance
  from ((select t.id, t.from_account as owner, t.from_balance as balance from ledger_transfers t
         where (t.from_account, t.id) <= (account, 9223372036854775807)
         order by t.from_account desc, t.id desc limit 1)
        union all
        (select t.id, t.to_account, t.to_balance from ledger_transfers t
         where (t.to_account, t.id) <= (account, 9223372036854775807)
         order by t.to_account desc, t.id desc limit 1)) latest
  where latest.owner = account
  order by latest.id desc limit 1
$$;
--> statement-breakpoint
create or replace function refuse_unexplained_balance() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  -- Not a join of the two: a kept plan would compare each row of one with each of the other.
  select id, balance into wrong
  from (select id, balance from became except select id, balance from was) changed
  left join lateral (select balance as explained from latest_balance(id)) latest on true
  where balance is distinct from explained limit 1;
  if found then
    raise exception 'the balance % of account % is not what its last transfer led to', wrong.balance, wrong.id
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger ledger_accounts_follow_transfers after update on ledger_accounts
  referencing old table as was new table as became for each statement execute function refuse_unexplained_balance();
--> statement-breakpoint
-- An account never changes hands or goes away; only its balance moves. What did not change is not worth a call.
drop trigger ledger_accounts_stay on ledger_accounts;
--> statement-breakpoint
create or replace function refuse_account_change() returns trigger language plpgsql as $$
begin
  raise exception 'an account of the ledger never goes away or changes hands' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger ledger_accounts_stay before update on ledger_accounts
  for each row when ((new.id, new.owner_id, new.kind, new.currency, new.is_tracked)
                     is distinct from (old.id, old.owner_id, old.kind, old.currency, old.is_tracked))
  execute function refuse_account_change();
--> statement-breakpoint
create trigger ledger_accounts_remain before delete on ledger_accounts
  for each row execute function refuse_account_change();
