-- Queues each new notification for the browsers its owner subscribed, in the transaction that inserts it. While servers
-- of the version before this one run, they queue theirs themselves: on conflict skips those.
create or replace function queue_pushes() returns trigger language plpgsql as $$
begin
  insert into push_messages (notification_id, subscription_id, due_at)
  select n.id, s.id, n.created_at
  from added n join push_subscriptions s on s.user_id = n.user_id and s.session_hash is not null
  on conflict do nothing;
  return null;
end $$;

create or replace trigger notifications_queue_pushes after insert on notifications referencing new table as added
  for each statement execute function queue_pushes();
