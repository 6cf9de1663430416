CREATE TABLE "blocks" (
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "blocks_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"blocked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blocks_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id"),
	CONSTRAINT "blocks_newest" UNIQUE("blocker_id","position"),
	CONSTRAINT "blocks_another" CHECK ("blocks"."blocker_id" <> "blocks"."blocked_id")
);

ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "blocks_of_blocked" ON "blocks" USING btree ("blocked_id");

-- Whether either of two people blocked the other.
create or replace function are_blocked(a uuid, b uuid) returns boolean language sql stable as $$
  select exists (select 1 from blocks where blocker_id = a and blocked_id = b)
      or exists (select 1 from blocks where blocker_id = b and blocked_id = a)
$$;

-- No person is notified of what somebody did whom they blocked, or who blocked them.
create or replace function drop_blocked_notifications() returns trigger language plpgsql as $$
begin
  if are_blocked(new.user_id, new.actor_id) then return null; end if;
  return new;
end $$;

create or replace trigger notifications_drop_blocked before insert on notifications
  for each row when (new.actor_id is not null) execute function drop_blocked_notifications();
