-- Transfers in partitions by ranges of ids. What exists becomes the first one, without being copied.
-- Needs backfill: ledger_transfers.keys
-- Not breaking: the version before looks keys up by transfers_with_keys and writes to ledger_transfers. Its audit searches
-- the transfers of holds without an index, so run the audit of this version.

-- Reads every transfer, but lets everybody read and write meanwhile. What follows takes no time.
alter table ledger_transfers validate constraint ledger_transfers_first;

drop function transfers_with_keys(text[]);
drop trigger ledger_transfers_append_only on ledger_transfers;
drop trigger ledger_transfers_right_side_of_zero on ledger_transfers;
drop trigger ledger_transfers_keep_steeze_totals on ledger_transfers;
drop trigger ledger_transfers_keep_ranks on ledger_transfers;
drop trigger ledger_transfers_keep_reputation on ledger_transfers;
drop trigger ledger_transfers_possible on ledger_transfers;
drop trigger ledger_transfers_keep_keys on ledger_transfers;
alter table ledger_transfers drop constraint ledger_transfers_key;
drop index ledger_transfers_opens_hold;
alter table ledger_transfers rename to ledger_transfers_p0;
alter index ledger_transfers_pkey rename to ledger_transfers_p0_pkey;
alter index ledger_transfers_from_account rename to ledger_transfers_p0_from_account_id_idx;
alter index ledger_transfers_to_account rename to ledger_transfers_p0_to_account_id_idx;
alter index ledger_transfers_resolves_hold rename to ledger_transfers_p0_resolves_hold_idx;

-- In the columns of the first partition.
create table ledger_transfers (like ledger_transfers_p0 including defaults including constraints) partition by range (id);
alter table ledger_transfers drop constraint ledger_transfers_first;
alter table ledger_transfers add primary key (id);
create index ledger_transfers_from_account on ledger_transfers (from_account, id);
create index ledger_transfers_to_account on ledger_transfers (to_account, id);
create index ledger_transfers_resolves_hold on ledger_transfers (resolves_hold) where resolves_hold is not null;
alter sequence ledger_transfers_id_seq owned by ledger_transfers.id;

do $$
begin
  execute format('alter table ledger_transfers attach partition ledger_transfers_p0 for values from (minvalue) to (%s)',
                 (select substring(pg_get_constraintdef(oid) from '< (\d+)') from pg_constraint
                  where conrelid = 'ledger_transfers_p0'::regclass and conname = 'ledger_transfers_first'));
end $$;
alter table ledger_transfers_p0 drop constraint ledger_transfers_first;

create trigger ledger_transfers_append_only before update or delete or truncate on ledger_transfers
  for each statement execute function refuse_ledger_change();
create trigger ledger_transfers_right_side_of_zero after insert on ledger_transfers
  for each row when (new.from_balance < 0 or new.to_balance < 0) execute function refuse_wrong_side_of_zero();
create trigger ledger_transfers_keep_keys after insert on ledger_transfers referencing new table as moved
  for each statement execute function keep_ledger_keys();
create trigger ledger_transfers_keep_ranks after insert on ledger_transfers referencing new table as moved
  for each statement execute function keep_ranks();
create trigger ledger_transfers_keep_reputation after insert on ledger_transfers referencing new table as moved
  for each statement execute function keep_reputation();
create trigger ledger_transfers_keep_steeze_totals after insert on ledger_transfers referencing new table as moved
  for each statement execute function keep_steeze_totals();
create trigger ledger_transfers_possible after insert on ledger_transfers referencing new table as moved
  for each statement execute function refuse_impossible_transfers();

create or replace view ledger_entries as
  select id as transfer_id, from_account as account_id, -amount as amount, from_balance as balance, created_at
  from ledger_transfers
  union all
  select id, to_account, amount, to_balance, created_at from ledger_transfers;

-- Partitions
-- ----------

-- The triggers that check transfers and follow them are those of statements that name the parent.
create function refuse_partition_insert() returns trigger language plpgsql as $$
begin
  raise exception '% is a partition of ledger_transfers: insert into that', tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger ledger_transfers_p0_append_only before update or delete or truncate on ledger_transfers_p0
  for each statement execute function refuse_ledger_change();
create trigger ledger_transfers_p0_by_parent before insert on ledger_transfers_p0
  for each statement execute function refuse_partition_insert();

-- The id at which the last partition ends; it has none itself.
create function ledger_partitions_end() returns bigint language sql stable as $$
  select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''(\d+)''\)')::bigint)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'ledger_transfers'::regclass
$$;

-- How many times the ids of one partition there are after those of the newest transfer's.
create function ledger_partitions_ahead() returns bigint language sql stable as $$
  select ledger_partitions_end() / ledger_partition_size() - last_value / ledger_partition_size() - 1
  from ledger_transfers_id_seq
$$;

-- Adds partitions until one is ahead, and returns how many it added. There is no default partition, which would have to
-- be read whenever one is added: without one ahead of it, a transfer fails. At the 11,500 a second of one core the ids of
-- one last for two hours, and a job calls this every second.
create function add_ledger_partitions() returns integer language plpgsql as $$
declare
  size constant bigint := ledger_partition_size();
  begins bigint;
  part text;
  added integer := 0;
begin
  if ledger_partitions_ahead() >= 1 then return 0; end if;
  -- One at a time. Others read and write.
  lock table ledger_transfers in share update exclusive mode;
  while ledger_partitions_ahead() < 1 loop
    begins := ledger_partitions_end();
    part := 'ledger_transfers_p' || begins / size;
    -- Attached once it exists, because creating it as a partition would make everybody wait.
    execute format('create table %I (like ledger_transfers including defaults including constraints)', part);
    execute format('create trigger %I before update or delete or truncate on %I
                    for each statement execute function refuse_ledger_change()', part || '_append_only', part);
    execute format('create trigger %I before insert on %I
                    for each statement execute function refuse_partition_insert()', part || '_by_parent', part);
    execute format('alter table ledger_transfers attach partition %I for values from (%s) to (%s)',
                   part, begins, begins + size);
    added := added + 1;
  end loop;
  return added;
end $$;

select add_ledger_partitions();

-- Lookups
-- -------

-- By the keys' hashes to the ids, then one transfer at a time: with its id as a parameter only its partition is opened.
create function transfers_with_keys(keys text[]) returns setof ledger_transfers
language plpgsql stable set enable_seqscan = off as $$
declare
  known bigint;
begin
  for known in
    select k.transfer_id from unnest(keys) as asked (as_key)
    cross join lateral (select transfer_id from ledger_keys where hash = ledger_key_hash(as_key) limit 1) k
  loop
    return query select * from ledger_transfers where id = known;
  end loop;
end $$;

-- Returns the balance that the account's last transfer led to, of those from the id `since` on; no row if there is none.
-- As SQL it is inlined into the statement that calls it. The row comparisons and orders follow the two indexes exactly:
-- asked for the last transfer of one account in any other way, a planner that knows how many the house has reads
-- everybody's backwards. The plain comparison says the same again for the choice of partitions.
drop function latest_balance(bigint);
create function latest_balance(account bigint, since bigint) returns table (balance bigint) language sql stable as $$
  select latest.balance
  from ((select t.id, t.from_balance as balance from ledger_transfers t
         where (t.from_account, t.id) >= (account, since) and (t.from_account, t.id) <= (account, 9223372036854775807)
           and t.id >= since
         order by t.from_account desc, t.id desc limit 1)
        union all
        (select t.id, t.to_balance from ledger_transfers t
         where (t.to_account, t.id) >= (account, since) and (t.to_account, t.id) <= (account, 9223372036854775807)
           and t.id >= since
         order by t.to_account desc, t.id desc limit 1)) latest
  order by latest.id desc limit 1
$$;

-- As before, but first in the newest partition, where the transfers of the same statement are, and the one ahead of it. All
-- are searched for accounts that this doesn't explain: a statement that goes on in the next partition, or that is wrong.
-- Only in the order of the indexes: a plan cached while a partition was small would read all of it.
create or replace function refuse_unexplained_balance() returns trigger language plpgsql
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  since bigint;
  left_ids bigint[];
  wrong record;
begin
  select last_value / ledger_partition_size() * ledger_partition_size() into since from ledger_transfers_id_seq;
  -- No join of the two: a cached plan would compare each row of one with each of the other.
  select array_agg(id) into left_ids
  from (select id, balance from became except select id, balance from was) changed
  left join lateral (select balance as explained from latest_balance(id, since)) latest on true
  where balance is distinct from explained;
  if left_ids is null then return null; end if;
  select id, balance into wrong
  from (select id, balance from became where id = any(left_ids)) changed
  left join lateral (select balance as explained from latest_balance(id, -9223372036854775807)) latest on true
  where balance is distinct from explained limit 1;
  if found then
    raise exception 'the balance % of account % is not what its last transfer led to', wrong.balance, wrong.id
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
