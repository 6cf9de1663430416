CREATE TABLE "follows" (
	"follower_id" uuid NOT NULL,
	"followed_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "follows_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"followed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "follows_follower_id_followed_id_pk" PRIMARY KEY("follower_id","followed_id"),
	CONSTRAINT "follows_newest" UNIQUE("follower_id","position"),
	CONSTRAINT "follows_newest_followers" UNIQUE("followed_id","position"),
	CONSTRAINT "follows_of_followed" UNIQUE("followed_id","follower_id"),
	CONSTRAINT "follows_another" CHECK ("follows"."follower_id" <> "follows"."followed_id")
);

CREATE TABLE "hidden_followers" (
	"user_id" uuid PRIMARY KEY NOT NULL
);

CREATE TABLE "live_announcements" (
	"battle_id" uuid PRIMARY KEY NOT NULL,
	"challenger_id" uuid NOT NULL,
	"opponent_id" uuid NOT NULL,
	"title" text,
	"ends_at" timestamp with time zone NOT NULL,
	"told_up_to" uuid,
	"due_at" timestamp with time zone NOT NULL
);

ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_users_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "follows" ADD CONSTRAINT "follows_followed_id_users_id_fk" FOREIGN KEY ("followed_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "hidden_followers" ADD CONSTRAINT "hidden_followers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "live_announcements" ADD CONSTRAINT "live_announcements_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "live_announcements" ADD CONSTRAINT "live_announcements_challenger_id_users_id_fk" FOREIGN KEY ("challenger_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "live_announcements" ADD CONSTRAINT "live_announcements_opponent_id_users_id_fk" FOREIGN KEY ("opponent_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;

-- Battles that go live are announced to followers after their start, in batches of their own.
create or replace function announce_live_battles() returns trigger language plpgsql as $$
begin
  insert into live_announcements (battle_id, challenger_id, opponent_id, title, ends_at, due_at)
  values (new.id, new.challenger_id, new.opponent_id, new.title, new.ends_at, new.starts_at) on conflict do nothing;
  return null;
end $$;

create or replace trigger battles_announce_live after update of status on battles
  for each row when (new.status = 'active' and old.status <> 'active') execute function announce_live_battles();
