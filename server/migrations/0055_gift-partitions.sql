-- Gifts in partitions by quarters of a year. What exists becomes the first one, without being copied.
-- Needs backfill: battle_gifts.keys
-- Apart: when a lock isn't free soon, what was read before isn't read again.
-- Not breaking: the version before looks keys up by gifts_with_keys, knows a repeated one by the constraint's name, and
-- writes to battle_gifts. It reads a giver's gifts, for downloads and deletions, without an index.

drop function gifts_with_keys(uuid[], text[]);
drop trigger battle_gifts_append_only on battle_gifts;
drop trigger battle_gifts_keep_keys on battle_gifts;
alter table battle_gifts drop constraint battle_gifts_key;
alter index battle_gift_keys_giver_id_hash_pk rename to battle_gifts_key;
alter table battle_gifts rename to battle_gifts_first;
alter table battle_gifts_first rename constraint battle_gifts_battle_id_seq_pk to battle_gifts_first_pkey;

-- In the columns of the first partition. A key of its own would have to contain the time.
create table battle_gifts (like battle_gifts_first including defaults including constraints) partition by range (at);
alter table battle_gifts drop constraint battle_gifts_first;

do $$
begin
  execute format('alter table battle_gifts attach partition battle_gifts_first for values from (minvalue) to (%L)',
                 (select substring(pg_get_constraintdef(oid) from '< ''([^'']+)''') from pg_constraint
                  where conrelid = 'battle_gifts_first'::regclass and conname = 'battle_gifts_first'));
end $$;
alter table battle_gifts_first drop constraint battle_gifts_first;

create trigger battle_gifts_append_only before update or delete or truncate on battle_gifts
  for each statement execute function refuse_ledger_change();
create trigger battle_gifts_keep_keys after insert on battle_gifts referencing new table as given
  for each statement execute function keep_gift_keys();

-- Partitions
-- ----------

-- The trigger that writes keys is that of statements that name the parent.
create function refuse_gift_partition_insert() returns trigger language plpgsql as $$
begin
  raise exception '% is a partition of battle_gifts: insert into that', tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger battle_gifts_first_append_only before update or delete or truncate on battle_gifts_first
  for each statement execute function refuse_ledger_change();
create trigger battle_gifts_first_by_parent before insert on battle_gifts_first
  for each statement execute function refuse_gift_partition_insert();

-- The time at which the last partition ends; it has none itself.
create function gift_partitions_end() returns timestamptz language sql stable
set timezone = 'UTC' set datestyle = 'ISO' as $$
  select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::timestamptz)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'battle_gifts'::regclass
$$;

-- How many whole partitions there are after that of a time.
create function gift_partitions_ahead(at timestamptz) returns integer language sql stable as $$
  select ((date_part('year', ends) - date_part('year', now_at)) * 4
          + date_part('quarter', ends) - date_part('quarter', now_at))::integer - 1
  from (select gift_partitions_end() at time zone 'UTC' as ends, at at time zone 'UTC' as now_at) times
$$;

-- Adds partitions until one is ahead of that of a time, and returns how many it added. There is no default partition, which
-- would have to be read whenever one is added: without one of its time, a gift fails. Before PostgreSQL 18 the name of a
-- session's zone, such as IST, may be read as another's.
create function add_gift_partitions(at timestamptz) returns integer language plpgsql
set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  begins timestamptz;
  part text;
  added integer := 0;
begin
  if gift_partitions_ahead(at) >= 1 then return 0; end if;
  -- One at a time. Others read and write.
  lock table battle_gifts in share update exclusive mode;
  while gift_partitions_ahead(at) < 1 loop
    begins := gift_partitions_end();
    part := 'battle_gifts_' || to_char(begins at time zone 'UTC', 'YYYY"q"Q');
    -- Attached once it exists, because creating it as a partition would make everybody wait.
    execute format('create table %I (like battle_gifts including defaults including constraints,
                    primary key (battle_id, seq))', part);
    execute format('create trigger %I before update or delete or truncate on %I
                    for each statement execute function refuse_ledger_change()', part || '_append_only', part);
    execute format('create trigger %I before insert on %I
                    for each statement execute function refuse_gift_partition_insert()', part || '_by_parent', part);
    execute format('alter table battle_gifts attach partition %I for values from (%L) to (%L)',
                   part, begins, gift_partition_start(begins, 1));
    added := added + 1;
  end loop;
  return added;
end $$;

select add_gift_partitions(clock_timestamp());

-- Lookups by key: by the keys' hashes to battle, number and time, then one gift at a time, so that only its partition is
-- opened. A gift whose key has the same hash is returned as well.
create function gifts_with_keys(givers uuid[], keys text[]) returns setof battle_gifts
language plpgsql stable set enable_seqscan = off set jit = off as $$
declare
  known record;
begin
  for known in
    select k.battle_id, k.seq, k.at from unnest(givers, keys) as asked (by, as_key)
    cross join lateral (select battle_id, seq, at from battle_gift_keys
                        where giver_id = asked.by and hash = ledger_key_hash(asked.as_key) limit 1) k
  loop
    return query
      select * from battle_gifts g where g.battle_id = known.battle_id and g.seq = known.seq and g.at = known.at;
  end loop;
end $$;
