-- The keys of gifts in a table of their own, so that gifts can be kept in partitions by time: no index makes a key unique
-- across those.
CREATE TABLE "battle_gift_keys" (
	"giver_id" uuid NOT NULL,
	"hash" uuid NOT NULL,
	"battle_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "battle_gift_keys_giver_id_hash_pk" PRIMARY KEY("giver_id","hash")
);

-- When the partition of a gift begins: with a quarter of a year, by UTC.
create function gift_partition_start(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_trunc('quarter', at at time zone 'UTC') at time zone 'UTC'
$$;

-- Where the partition `steps` after that of a time begins.
create function gift_partition_start(at timestamptz, steps integer) returns timestamptz
language sql immutable parallel safe as $$
  select (gift_partition_start(at) at time zone 'UTC' + steps * interval '3 months') at time zone 'UTC'
$$;

-- The gifts that exist become the first partition. It is attached without being read if a constraint already says where it
-- ends: after a whole quarter, which is longer than until the next upgrade. No gift is later than its battle's end.
do $$
begin
  execute format('alter table battle_gifts add constraint battle_gifts_first check (at < %L) not valid',
                 gift_partition_start(greatest(clock_timestamp(), (select max(ends_at) from battles where gift_count > 0)), 2));
end $$;

-- Not breaking: the version before inserts gifts alone, and this trigger their keys.
create function keep_gift_keys() returns trigger language plpgsql as $$
begin
  insert into battle_gift_keys (giver_id, hash, battle_id, seq, at)
  select giver_id, ledger_key_hash(key), battle_id, seq, at from given;
  return null;
end $$;

create trigger battle_gifts_keep_keys after insert on battle_gifts referencing new table as given
  for each statement execute function keep_gift_keys();
create trigger battle_gift_keys_append_only before update or delete or truncate on battle_gift_keys
  for each statement execute function refuse_ledger_change();

-- The keys of gifts that exist: of few at once, within two seconds. A backfill writes those of more.
do $$
begin
  if (select count(*) between 1 and 100000 from (select from battle_gifts limit 100001) first) then
    insert into battle_gift_keys (giver_id, hash, battle_id, seq, at)
    select giver_id, ledger_key_hash(key), battle_id, seq, at from battle_gifts order by at;
    insert into backfills (name, due_at, completed_at) values ('battle_gifts.keys', '-infinity', '-infinity');
  end if;
end $$;
