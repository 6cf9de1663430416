CREATE TABLE "push_hours" (
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"queued" integer NOT NULL,
	"held" integer NOT NULL,
	CONSTRAINT "push_hours_user_id_type_pk" PRIMARY KEY("user_id","type"),
	CONSTRAINT "push_hours_counts" CHECK ("push_hours"."queued" >= 0 and "push_hours"."held" >= 0)
);

ALTER TABLE "notification_mutes" DROP CONSTRAINT "notification_mutes_user_id_type_pk";
ALTER TABLE "notification_mutes" ADD COLUMN "channel" text DEFAULT 'bell' NOT NULL;
ALTER TABLE "notification_mutes" ADD CONSTRAINT "notification_mutes_user_id_type_channel_pk" PRIMARY KEY("user_id","type","channel");
ALTER TABLE "notifications" ADD COLUMN "in_bell" boolean DEFAULT true NOT NULL;
ALTER TABLE "notifications" ADD COLUMN "to_devices" boolean DEFAULT true NOT NULL;
ALTER TABLE "notifications" ADD COLUMN "from_stranger" boolean DEFAULT false NOT NULL;
ALTER TABLE "push_hours" ADD CONSTRAINT "push_hours_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "push_hours_held" ON "push_hours" USING btree ("started_at") WHERE "push_hours"."held" > 0;
CREATE INDEX "notifications_of_strangers" ON "notifications" USING btree ("user_id","position") WHERE "notifications"."from_stranger";
ALTER TABLE "notification_mutes" ADD CONSTRAINT "notification_mutes_channel" CHECK ("notification_mutes"."channel" in ('bell', 'device'));

-- Kinds that were turned off were turned off everywhere.
insert into notification_mutes (user_id, type, channel) select user_id, type, 'device' from notification_mutes;

-- Queues new notifications for the browsers their owner subscribed, in the transaction that inserts them. Within an hour,
-- five of a kind go out singly (PUSH_RULES.singlyAnHour); the others are counted, and told of in one when it is over.
-- Kinds nobody can turn off all go out singly.
create or replace function queue_pushes() returns trigger language plpgsql as $$
declare
  news record;
  hour push_hours;
  free integer;
begin
  insert into push_messages (notification_id, subscription_id, due_at)
  select n.id, s.id, n.created_at
  from added n join push_subscriptions s on s.user_id = n.user_id and s.session_hash is not null
  where n.to_devices and n.type in ('security', 'other')
  on conflict do nothing;
  for news in
    select n.user_id, n.type, min(n.created_at) as at, array_agg(n.id order by n.position) as ids
    from added n
    where n.to_devices and not n.from_stranger and n.type not in ('security', 'other')
      and exists (select from push_subscriptions s where s.user_id = n.user_id and s.session_hash is not null)
    group by n.user_id, n.type order by n.user_id, n.type
  loop
    -- Two transactions may notify the same people in different orders, so nobody waits: who comes second sends singly.
    if not pg_try_advisory_xact_lock(417207, hashtext(news.user_id::text || news.type)) then
      insert into push_messages (notification_id, subscription_id, due_at)
      select n.id, s.id, news.at
      from unnest(news.ids) n (id) join push_subscriptions s on s.user_id = news.user_id and s.session_hash is not null
      on conflict do nothing;
      continue;
    end if;
    insert into push_hours (user_id, type, started_at, queued, held) values (news.user_id, news.type, news.at, 0, 0)
    on conflict do nothing;
    select * into hour from push_hours where user_id = news.user_id and type = news.type for update;
    if hour.held = 0 and hour.started_at <= news.at - interval '1 hour' then
      hour.started_at := news.at;
      hour.queued := 0;
    end if;
    free := least(greatest(5 - hour.queued, 0), cardinality(news.ids));
    update push_hours
    set started_at = hour.started_at, queued = hour.queued + free, held = hour.held + cardinality(news.ids) - free
    where user_id = news.user_id and type = news.type;
    insert into push_messages (notification_id, subscription_id, due_at)
    select n.id, s.id, news.at
    from unnest(news.ids[1:free]) n (id) join push_subscriptions s on s.user_id = news.user_id and s.session_hash is not null
    on conflict do nothing;
  end loop;
  return null;
end $$;

-- People know those they follow, and those who vouched for them: what these do comes from no stranger.
create or replace function know_followed() returns trigger language plpgsql as $$
begin
  new.from_stranger := not exists (select from follows where follower_id = new.user_id and followed_id = new.actor_id);
  return new;
end $$;

create or replace trigger notifications_know_followed before insert on notifications
  for each row when (new.from_stranger) execute function know_followed();

create or replace function know_voucher() returns trigger language plpgsql as $$
begin
  new.from_stranger := not exists (select from vouches where target_id = new.user_id and voucher_id = new.actor_id);
  return new;
end $$;

create or replace trigger notifications_know_voucher before insert on notifications
  for each row when (new.from_stranger) execute function know_voucher();
