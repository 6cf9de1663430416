-- Where the first partitions of gifts and chain events end. Reads every gift and event, but lets everybody read and write
-- meanwhile; the migrations that follow take locks, and no time.
-- Needs backfill: battle_gifts.keys
-- Needs backfill: chain_events.keys
alter table battle_gifts validate constraint battle_gifts_first;
alter table chain_events validate constraint chain_events_first;
