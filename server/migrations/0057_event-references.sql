-- Checks that what refers to chain events refers to ones that exist, as the keys did that migration 0056 replaced.
-- Apart: reads each of the four tables, and lets everybody read and write meanwhile.
alter table vouches validate constraint vouches_event_id_chain_events_id_fk;
alter table vouch_words validate constraint vouch_words_event_id_chain_events_id_fk;
alter table steeze_purchases validate constraint steeze_purchases_event_id_chain_events_id_fk;
alter table steeze_withdrawals validate constraint steeze_withdrawals_event_id_chain_events_id_fk;
