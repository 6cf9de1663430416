-- The house's accounts: where value comes from and goes to.
insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance) values
  ('00000000-0000-0000-0000-000000000000', 'ap_issued', 'AP', false, null),
  ('00000000-0000-0000-0000-000000000000', 'steeze_chain', 'STEEZE', false, null);
--> statement-breakpoint
-- Every transfer as the two entries it is made of.
create view ledger_entries as
  select id as transfer_id, from_account as account_id, -amount as amount, from_balance as balance, created_at
  from ledger_transfers
  union all
  select id, to_account, amount, to_balance, created_at from ledger_transfers;
--> statement-breakpoint
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a mistake is mended by another transfer', tg_table_name
    using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger ledger_transfers_append_only before update or delete or truncate on ledger_transfers
  for each statement execute function refuse_ledger_change();
--> statement-breakpoint
create trigger ledger_holds_append_only before update or delete or truncate on ledger_holds
  for each statement execute function refuse_ledger_change();
--> statement-breakpoint
create trigger ledger_hold_resolutions_append_only before update or delete or truncate on ledger_hold_resolutions
  for each statement execute function refuse_ledger_change();
--> statement-breakpoint
-- An account never changes hands or goes away; only its balance moves.
create function refuse_account_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE'
     or row (new.id, new.owner_id, new.kind, new.currency, new.is_tracked)
        is distinct from row (old.id, old.owner_id, old.kind, old.currency, old.is_tracked) then
    raise exception 'an account of the ledger never goes away or changes hands' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger ledger_accounts_stay before update or delete on ledger_accounts
  for each row execute function refuse_account_change();
--> statement-breakpoint
-- Only a transfer gives an account something, so it begins with nothing.
create function refuse_opening_balance() returns trigger language plpgsql as $$
begin
  raise exception 'an account of the ledger begins with nothing' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger ledger_accounts_begin_empty before insert on ledger_accounts
  for each row when (new.balance <> 0) execute function refuse_opening_balance();
--> statement-breakpoint
-- A balance is what the account's last transfer led to, and nothing else. At the end of the statement that changed it:
-- by then the transfers written by the same statement are there.
create function refuse_unexplained_balance() returns trigger language plpgsql as $$
declare
  explained bigint;
begin
  select balance into explained
  from ((select id, from_balance as balance from ledger_transfers where from_account = new.id order by id desc limit 1)
        union all
        (select id, to_balance from ledger_transfers where to_account = new.id order by id desc limit 1)) latest
  order by id desc limit 1;
  if new.balance is distinct from explained then
    raise exception 'the balance % of account % is not what its last transfer led to', new.balance, new.id
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger ledger_accounts_follow_transfers after update on ledger_accounts
  for each row when (new.balance is distinct from old.balance) execute function refuse_unexplained_balance();
--> statement-breakpoint
-- What is held is held for something: nothing gets in or out but by a hold, and a hold is nowhere else.
create function refuse_transfer_past_holds() returns trigger language plpgsql as $$
begin
  if ((select kind from ledger_accounts where id = new.from_account) in ('ap_held', 'steeze_held'))
       <> (new.resolves_hold is not null)
     or ((select kind from ledger_accounts where id = new.to_account) in ('ap_held', 'steeze_held'))
       <> (new.opens_hold is not null) then
    raise exception 'transfer % does not go by a hold where it should, or by one where it should not', new.key
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger ledger_transfers_by_holds after insert on ledger_transfers
  for each row execute function refuse_transfer_past_holds();
