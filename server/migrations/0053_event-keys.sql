-- The keys of chain events in a table of their own, so that events can be kept in partitions: an index that makes a key
-- unique across partitions doesn't exist.
CREATE TABLE "chain_event_keys" (
	"event_id" bigint NOT NULL,
	"chain_id" integer NOT NULL,
	"log_index" integer NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	CONSTRAINT "chain_event_keys_pkey" PRIMARY KEY("chain_id","tx_hash","log_index")
);

CREATE INDEX "chain_event_keys_by_event" ON "chain_event_keys" USING brin ("event_id") WITH (pages_per_range=32,autosummarize=true);

-- Of a transaction's hash, 0x and 64 digits.
create function chain_hash_bytes(hash text) returns bytea language sql immutable parallel safe as $$
  select decode(substring(hash from 3), 'hex')
$$;

-- Not breaking: the version before inserts events alone, and this trigger their keys. Of an insert that meets a known
-- event and updates it, the transition table has the new events only.
create function keep_event_keys() returns trigger language plpgsql as $$
begin
  insert into chain_event_keys (event_id, chain_id, log_index, tx_hash)
  select id, chain_id, log_index, chain_hash_bytes(tx_hash) from recorded;
  return null;
end $$;

create function refuse_event_key_change() returns trigger language plpgsql as $$
begin
  raise exception '%: a chain event is never removed, and keeps its id and its place on the chain', tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger chain_events_keep_keys after insert on chain_events referencing new table as recorded
  for each statement execute function keep_event_keys();
create trigger chain_events_keep_place
  before update of id, chain_id, tx_hash, log_index or delete or truncate on chain_events
  for each statement execute function refuse_event_key_change();
create trigger chain_event_keys_append_only before update or delete or truncate on chain_event_keys
  for each statement execute function refuse_event_key_change();

-- The ids of one partition: some 40 GB, which a disk copies in minutes. What is searched by block or wallet looks into each
-- partition, so rather few and large ones: one in almost three years if a hundred thousand people make an event a day.
create function chain_event_partition_size() returns bigint language sql immutable parallel safe as $$ select 100000000::bigint $$;

-- The events that exist become the first partition. It is attached without being read if a constraint already says where
-- it ends: at least one partition's size ahead, which is more than are recorded until the next upgrade.
do $$
begin
  execute format('alter table chain_events add constraint chain_events_first check (id < %s) not valid',
                 ((select last_value from chain_events_id_seq) / chain_event_partition_size() + 2) * chain_event_partition_size());
end $$;

-- The ids of the events at these places, as many as are known. By the events' own key until every event has one in the
-- new table.
create function chain_event_ids(chain integer, hashes text[], logs integer[]) returns setof bigint
language sql stable parallel safe as $$
  select known.id
  from unnest(hashes, logs) as asked (tx_hash, log_index)
  cross join lateral (select id from chain_events e
                      where e.chain_id = chain and e.tx_hash = asked.tx_hash and e.log_index = asked.log_index limit 1) known
$$;

-- The ids of the events of a transaction.
create function chain_event_ids_in(chain integer, hash text) returns setof bigint
language sql stable parallel safe as $$
  select id from chain_events where chain_id = chain and tx_hash = hash
$$;

-- The keys of events that exist: of few at once, within two seconds. A backfill writes those of more.
do $$
begin
  if (select count(*) between 1 and 100000 from (select from chain_events limit 100001) first) then
    insert into chain_event_keys (event_id, chain_id, log_index, tx_hash)
    select id, chain_id, log_index, chain_hash_bytes(tx_hash) from chain_events order by id;
    insert into backfills (name, due_at, completed_at) values ('chain_events.keys', '-infinity', '-infinity');
  end if;
end $$;
