CREATE TABLE "places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"giver_id" uuid NOT NULL,
	"receiver_id" uuid NOT NULL,
	"line" text,
	"placed_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "places_another" CHECK ("places"."giver_id" <> "places"."receiver_id"),
	CONSTRAINT "places_line" CHECK (length("places"."line") between 1 and 80),
	CONSTRAINT "places_ended" CHECK ("places"."ended_at" >= "places"."placed_at")
);

ALTER TABLE "places" ADD CONSTRAINT "places_giver_id_users_id_fk" FOREIGN KEY ("giver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "places" ADD CONSTRAINT "places_receiver_id_users_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "places_open" ON "places" USING btree ("giver_id","receiver_id") WHERE "places"."ended_at" is null;
CREATE INDEX "places_of_giver" ON "places" USING btree ("giver_id");
CREATE INDEX "places_of_receiver" ON "places" USING btree ("receiver_id");

-- Nobody stands by somebody across a block, whether it was made or carried.
create function end_blocked_places() returns trigger language plpgsql as $$
begin
  update places set ended_at = greatest(placed_at, new.blocked_at)
  where ended_at is null
    and ((giver_id = new.blocker_id and receiver_id = new.blocked_id)
      or (giver_id = new.blocked_id and receiver_id = new.blocker_id));
  return null;
end $$;

create trigger blocks_end_places after insert on blocks for each row execute function end_blocked_places();
