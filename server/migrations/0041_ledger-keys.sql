-- The keys of transfers in a table of their own, so that transfers can be kept in partitions: an index that makes a key
-- unique across partitions doesn't exist, and one of the texts takes a third of what a transfer does.
CREATE TABLE "ledger_keys" (
	"hash" uuid PRIMARY KEY NOT NULL,
	"transfer_id" bigint NOT NULL
);
CREATE INDEX "ledger_keys_by_transfer" ON "ledger_keys" USING brin ("transfer_id") WITH (pages_per_range=32,autosummarize=true);

-- The first half of SHA-256. Not MD5, for which two keys of one hash can be constructed.
-- Stable, because convert_to is: only so the planner puts the body in place of the call.
create function ledger_key_hash(key text) returns uuid language sql stable parallel safe as $$
  select encode(substring(sha256(convert_to(key, 'UTF8')) for 16), 'hex')::uuid
$$;

-- Of the hold that a transfer opens. A text has no zero byte, so it is the hash of no key.
create function ledger_hold_hash(hold uuid) returns uuid language sql immutable parallel safe as $$
  select encode(substring(sha256('\x00'::bytea || uuid_send(hold)) for 16), 'hex')::uuid
$$;

-- Not breaking: the version before inserts transfers alone, and this trigger their keys.
create function keep_ledger_keys() returns trigger language plpgsql as $$
begin
  insert into ledger_keys (hash, transfer_id)
  select ledger_key_hash(key), id from moved
  union all
  select ledger_hold_hash(opens_hold), id from moved where opens_hold is not null;
  return null;
end $$;

create trigger ledger_transfers_keep_keys after insert on ledger_transfers referencing new table as moved
  for each statement execute function keep_ledger_keys();
create trigger ledger_keys_append_only before update or delete or truncate on ledger_keys
  for each statement execute function refuse_ledger_change();

-- The ids of one partition: some 35 GB, which a disk copies in minutes. A search for transfers of
-- an account looks into each partition, so rather few and large ones: one in eleven weeks at a million people.
create function ledger_partition_size() returns bigint language sql immutable parallel safe as $$ select 100000000::bigint $$;

-- The transfers that exist become the first partition. It is attached without being read if a constraint already says
-- where it ends: at least one partition's size ahead, which is more than are written until the next upgrade.
do $$
begin
  execute format('alter table ledger_transfers add constraint ledger_transfers_first check (id < %s) not valid',
                 ((select last_value from ledger_transfers_id_seq) / ledger_partition_size() + 2) * ledger_partition_size());
end $$;

-- The keys of transfers that exist: of few at once, within two seconds. A backfill writes those of more.
do $$
begin
  if (select count(*) between 1 and 100000 from (select from ledger_transfers limit 100001) first) then
    insert into ledger_keys (hash, transfer_id)
    select ledger_key_hash(key), id from ledger_transfers
    union all
    select ledger_hold_hash(opens_hold), id from ledger_transfers where opens_hold is not null;
    insert into backfills (name, due_at, completed_at) values ('ledger_transfers.keys', '-infinity', '-infinity');
  end if;
end $$;
