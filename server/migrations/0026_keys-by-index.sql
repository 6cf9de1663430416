-- What looks rows up by their keys in tables that grow by thousands a minute. A plan is kept from when a table was small
-- until its rows are next counted, and for a small one reading all of it is right; kept while a crowd gives, it reads
-- everything they gave, for each key. So these may not read a whole table, and look at one key at a time.
create function gifts_with_keys(givers uuid[], keys text[]) returns setof battle_gifts
language plpgsql stable set enable_seqscan = off as $$
begin
  return query
    select g.* from unnest(givers, keys) as asked (by, as_key)
    cross join lateral (select * from battle_gifts where giver_id = asked.by and key = asked.as_key limit 1) g;
end $$;
--> statement-breakpoint
create function answers_with_keys(people uuid[], of_call text, keys text[]) returns setof idempotent_answers
language plpgsql stable set enable_seqscan = off as $$
begin
  return query
    select a.* from unnest(people, keys) as asked (by, as_key)
    cross join lateral (
      select * from idempotent_answers where user_id = asked.by and call = of_call and key = asked.as_key limit 1) a;
end $$;
--> statement-breakpoint
create function transfers_with_keys(keys text[]) returns setof ledger_transfers
language plpgsql stable set enable_seqscan = off as $$
begin
  return query
    select t.* from unnest(keys) as asked (as_key)
    cross join lateral (select * from ledger_transfers where key = asked.as_key limit 1) t;
end $$;
