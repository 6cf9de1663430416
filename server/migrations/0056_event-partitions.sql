-- Chain events in partitions by ranges of ids. What exists becomes the first one, without being copied.
-- Needs backfill: chain_events.keys
-- Not breaking: the version before finds events by chain_event_ids, chain_event_ids_in or their ids, and writes to
-- chain_events by ids.

alter table vouches drop constraint vouches_event_id_chain_events_id_fk;
alter table vouch_words drop constraint vouch_words_event_id_chain_events_id_fk;
alter table steeze_purchases drop constraint steeze_purchases_event_id_chain_events_id_fk;
alter table steeze_withdrawals drop constraint steeze_withdrawals_event_id_chain_events_id_fk;
drop trigger chain_events_keep_keys on chain_events;
drop trigger chain_events_keep_place on chain_events;
alter table chain_events drop constraint chain_events_once;
alter table chain_events rename to chain_events_p0;
alter index chain_events_pkey rename to chain_events_p0_pkey;
alter index chain_events_by_block rename to chain_events_p0_chain_id_block_number_idx;
alter index chain_events_waiting_of rename to chain_events_p0_account_id_idx;
alter index chain_events_waiting rename to chain_events_p0_block_number_idx;

-- Before PostgreSQL 17 a partition has no identity. The sequence goes with it, so one of its name goes on in its place.
do $$
declare
  newest bigint;
  was_used boolean;
begin
  select last_value, is_called into newest, was_used from chain_events_id_seq;
  alter table chain_events_p0 alter column id drop identity;
  create sequence chain_events_id_seq;
  perform setval('chain_events_id_seq', newest, was_used);
  alter table chain_events_p0 alter column id set default nextval('chain_events_id_seq');
end $$;

-- In the columns of the first partition.
create table chain_events (like chain_events_p0 including defaults including constraints) partition by range (id);
alter table chain_events drop constraint chain_events_first;
alter table chain_events add primary key (id);
create index chain_events_by_block on chain_events (chain_id, block_number);
create index chain_events_waiting_of on chain_events (account, id) where status = 'seen';
create index chain_events_waiting on chain_events (block_number) where status = 'seen';
alter sequence chain_events_id_seq owned by chain_events.id;

do $$
begin
  execute format('alter table chain_events attach partition chain_events_p0 for values from (minvalue) to (%s)',
                 (select substring(pg_get_constraintdef(oid) from '< ''?(\d+)') from pg_constraint
                  where conrelid = 'chain_events_p0'::regclass and conname = 'chain_events_first'));
end $$;
alter table chain_events_p0 drop constraint chain_events_first;

create trigger chain_events_keep_keys after insert on chain_events referencing new table as recorded
  for each statement execute function keep_event_keys();
create trigger chain_events_keep_place
  before update of id, chain_id, tx_hash, log_index or delete or truncate on chain_events
  for each statement execute function refuse_event_key_change();

-- They hold for the rows that exist, as the keys they replace did. The next migration has that checked, once these locks
-- are gone.
alter table vouches add constraint vouches_event_id_chain_events_id_fk
  foreign key (event_id) references chain_events (id) not valid;
alter table vouch_words add constraint vouch_words_event_id_chain_events_id_fk
  foreign key (event_id) references chain_events (id) not valid;
alter table steeze_purchases add constraint steeze_purchases_event_id_chain_events_id_fk
  foreign key (event_id) references chain_events (id) not valid;
alter table steeze_withdrawals add constraint steeze_withdrawals_event_id_chain_events_id_fk
  foreign key (event_id) references chain_events (id) not valid;

-- Partitions
-- ----------

-- Keys are written, and places kept, by triggers of statements that name the parent.
create function refuse_event_partition_change() returns trigger language plpgsql as $$
begin
  raise exception '% is a partition of chain_events: write to that', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger chain_events_p0_by_parent before insert or update or delete or truncate on chain_events_p0
  for each statement execute function refuse_event_partition_change();

-- The id at which the last partition ends; it has none itself.
create function chain_event_partitions_end() returns bigint language sql stable as $$
  select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''(\d+)''\)')::bigint)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'chain_events'::regclass
$$;

-- How many times the ids of one partition there are after those of the newest event's.
create function chain_event_partitions_ahead() returns bigint language sql stable as $$
  select chain_event_partitions_end() / chain_event_partition_size() - last_value / chain_event_partition_size() - 1
  from chain_events_id_seq
$$;

-- Adds partitions until one is ahead, and returns how many it added. There is no default partition, which would have to
-- be read whenever one is added: without one ahead of it, nothing is recorded. Attaching one waits for writers of the four
-- tables that refer to events, and they for it, so it gives up soon and is tried again.
create function add_chain_event_partitions() returns integer language plpgsql
set lock_timeout = '500ms' as $$
declare
  size constant bigint := chain_event_partition_size();
  begins bigint;
  part text;
  added integer := 0;
begin
  if chain_event_partitions_ahead() >= 1 then return 0; end if;
  -- One at a time.
  lock table chain_events in share update exclusive mode;
  while chain_event_partitions_ahead() < 1 loop
    begins := chain_event_partitions_end();
    part := 'chain_events_p' || begins / size;
    -- Attached once it exists, because creating it as a partition would make everybody wait.
    execute format('create table %I (like chain_events including defaults including constraints)', part);
    execute format('create trigger %I before insert or update or delete or truncate on %I
                    for each statement execute function refuse_event_partition_change()', part || '_by_parent', part);
    execute format('alter table chain_events attach partition %I for values from (%s) to (%s)',
                   part, begins, begins + size);
    added := added + 1;
  end loop;
  return added;
end $$;

select add_chain_event_partitions();

-- Lookups
-- -------

create or replace function chain_event_ids(chain integer, hashes text[], logs integer[]) returns setof bigint
language sql stable parallel safe as $$
  select known.event_id
  from unnest(hashes, logs) as asked (tx_hash, log_index)
  cross join lateral (select event_id from chain_event_keys k
                      where k.chain_id = chain and k.tx_hash = chain_hash_bytes(asked.tx_hash)
                        and k.log_index = asked.log_index limit 1) known
$$;

create or replace function chain_event_ids_in(chain integer, hash text) returns setof bigint
language sql stable parallel safe as $$
  select event_id from chain_event_keys where chain_id = chain and tx_hash = chain_hash_bytes(hash)
$$;
