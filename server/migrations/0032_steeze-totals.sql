CREATE TABLE "steeze_totals" (
	"slot" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "steeze_totals_slot_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"amounts" jsonb NOT NULL
);
--> statement-breakpoint
-- A few rows that change all the time: room on the page keeps each where it is.
alter table steeze_totals set (fillfactor = 20);
--> statement-breakpoint
-- Adds what moved to a slot that no other transaction has. Nobody waits for anybody.
create function keep_steeze_totals() returns trigger language plpgsql as $$
declare
  delta jsonb;
  mine integer;
begin
  select jsonb_object_agg(kind, amount) into delta
  from (select a.kind, sum(side.amount) as amount
        from (select from_account as account, -amount as amount from moved where currency = 'STEEZE'
              union all
              select to_account, amount from moved where currency = 'STEEZE') side
        join ledger_accounts a on a.id = side.account
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
--> statement-breakpoint
create trigger ledger_transfers_keep_steeze_totals after insert on ledger_transfers referencing new table as moved
  for each statement execute function keep_steeze_totals();
--> statement-breakpoint
-- Creating the trigger waited for whoever was writing, and keeps others out until all of this is done.
insert into steeze_totals (amounts)
select jsonb_object_agg(kind, amount)
from (select a.kind, sum(side.amount)::bigint as amount
      from (select from_account as account, -amount as amount from ledger_transfers where currency = 'STEEZE'
            union all
            select to_account, amount from ledger_transfers where currency = 'STEEZE') side
      join ledger_accounts a on a.id = side.account
      group by a.kind) stands
having count(*) > 0;
