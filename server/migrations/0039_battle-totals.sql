CREATE TABLE "battle_totals" (
	"slot" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "battle_totals_slot_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"counts" jsonb NOT NULL
);

-- Battles by status, so that nobody counts all of them to show how many there are. Each statement adds what it changed to
-- a row that no other transaction has locked, so nobody waits.
-- Not breaking: the version before counts the battles themselves.
create function keep_battle_totals() returns trigger language plpgsql as $$
declare
  delta jsonb;
  mine integer;
begin
  if tg_op = 'INSERT' then
    select jsonb_object_agg(status, n) into delta from (select status, count(*) as n from became group by status) made;
  else
    select jsonb_object_agg(status, n) into delta
    from (select moved.status, sum(moved.n) as n
          from became join was using (id)
          cross join lateral (values (became.status, 1), (was.status, -1)) as moved (status, n)
          where became.status <> was.status group by moved.status having sum(moved.n) <> 0) changed;
  end if;
  if delta is null then return null; end if;
  select slot into mine from battle_totals limit 1 for update skip locked;
  if mine is null then
    insert into battle_totals (counts) values (delta);
    return null;
  end if;
  update battle_totals
  set counts = (select jsonb_object_agg(status, n)
                from (select key as status, sum(value::bigint) as n
                      from (select * from jsonb_each_text(counts) union all select * from jsonb_each_text(delta)) both_of
                      group by key) added)
  where slot = mine;
  return null;
end $$;

create trigger battles_keep_totals_of_new after insert on battles referencing new table as became
  for each statement execute function keep_battle_totals();
create trigger battles_keep_totals after update on battles referencing old table as was new table as became
  for each statement execute function keep_battle_totals();

-- Writers wait for the triggers above until this commits, so none is missed or counted twice.
insert into battle_totals (counts)
select jsonb_object_agg(status, n) from (select status, count(*) as n from battles group by status) now having count(*) > 0;
