-- The house's accounts: where value comes from and goes to.
insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance) values
  ('00000000-0000-0000-0000-000000000000', 'ap_issued', 'AP', false, null),
  ('00000000-0000-0000-0000-000000000000', 'steeze_chain', 'STEEZE', false, null);
--> statement-breakpoint
-- Every movement as the two entries it is made of.
create view ledger_entries as
  select id as transfer_id, from_account as account_id, -amount as amount, from_balance as balance, created_at
  from ledger_transfers
  union all
  select id, to_account, amount, to_balance, created_at from ledger_transfers;
--> statement-breakpoint
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a mistake is mended by another movement', tg_table_name
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
