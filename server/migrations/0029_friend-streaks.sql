CREATE TABLE "friend_streaks" (
	"first_id" uuid NOT NULL,
	"second_id" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"start_day" date,
	CONSTRAINT "friend_streaks_first_id_second_id_pk" PRIMARY KEY("first_id","second_id"),
	CONSTRAINT "friend_streaks_pair" CHECK ("friend_streaks"."first_id" < "friend_streaks"."second_id"),
	CONSTRAINT "friend_streaks_asked_by" CHECK ("friend_streaks"."asked_by" in ("friend_streaks"."first_id", "friend_streaks"."second_id"))
);

ALTER TABLE "friend_streaks" ADD CONSTRAINT "friend_streaks_first_id_users_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "friend_streaks" ADD CONSTRAINT "friend_streaks_second_id_users_id_fk" FOREIGN KEY ("second_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "friend_streaks" ADD CONSTRAINT "friend_streaks_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "friend_streaks_of_second" ON "friend_streaks" USING btree ("second_id");

-- A streak of two needs both follows. A block deletes them, too.
create or replace function end_friend_streaks() returns trigger language plpgsql as $$
begin
  delete from friend_streaks
  where first_id = least(old.follower_id, old.followed_id) and second_id = greatest(old.follower_id, old.followed_id);
  return null;
end $$;

create or replace trigger follows_end_friend_streaks after delete on follows
  for each row execute function end_friend_streaks();
