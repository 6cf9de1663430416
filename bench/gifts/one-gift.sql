-- What giveGifts does for one gift of 1 that is in order, a statement each, by pgbench. What Node decides in between is
-- decided here by nobody; the number and the hash are worked out by the database.
\set who random(1, :givers)
select id as giver, gen_random_uuid() as key from bench_givers where n = :who \gset
begin;
select gift_count + 1 as seq, gift_head as head, challenger_id as participant,
       date_trunc('milliseconds', clock_timestamp()) as at
from battles where id = :battle and status = 'active' and ends_at > clock_timestamp() for no key update \gset
select max(id) filter (where kind = 'steeze_purchased') as purse,
       max(balance) filter (where kind = 'steeze_purchased') - 1 as purse_after,
       max(id) filter (where kind = 'gifts_to_challenger') as box,
       max(balance) filter (where kind = 'gifts_to_challenger') + 1 as box_after
from (select id, kind, balance from ledger_accounts
      where (owner_id, kind) in ((:giver, 'steeze_purchased'), (:giver, 'steeze_earned'), (:giver, 'ap_debt'),
                                 (:giver, 'steeze_debt'), (:battle, 'gifts_to_challenger'),
                                 (:battle, 'gifts_to_opponent')) and is_tracked
      order by id for update) locked \gset
select seq from gifts_with_keys(array[:giver]::uuid[], array[:key::text]);
select status from idempotent_answers where call = 'battle gift' and user_id = :giver and key = :key;
select user_id from suspensions where user_id = :giver;
select amount from transfers_with_keys(array[concat('battle/', :battle::text, '/gift/', :seq::text, '/purchased')]);
insert into ledger_transfers (key, kind, reference, currency, amount, from_account, to_account, from_balance, to_balance,
                              created_at)
values (concat('battle/', :battle::text, '/gift/', :seq::text, '/purchased'), 'battle_gift', :battle, 'STEEZE', 1,
        :purse, :box, :purse_after, :box_after, clock_timestamp());
with given as (
  select bench_chain(:head, :seq, :at, :giver, :participant) as hash
), written as (
  insert into battle_gifts (battle_id, seq, giver_id, key, participant_id, amount, purchased, earned, at, hash)
  select :battle, :seq, :giver, :key, :participant, 1, 1, 0, :at, hash from given
), summed as (
  insert into battle_gifters as known (battle_id, participant_id, giver_id, amount, gifts, reached_seq, ceiling,
                                       ceiling_tie)
  values (:battle, :participant, :giver, 1, 1, :seq, 1, -:seq::int)
  on conflict (battle_id, participant_id, giver_id) do update
    set amount = known.amount + excluded.amount, gifts = known.gifts + excluded.gifts,
        reached_seq = excluded.reached_seq)
update battles set challenger_steeze = challenger_steeze + 1, gift_count = gift_count + 1, gift_head = given.hash
from given where id = :battle;
commit;
