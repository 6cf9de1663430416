CREATE TABLE "challenge_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"challenger_id" uuid NOT NULL,
	"title" text,
	"description" text NOT NULL,
	"status" text NOT NULL,
	"stake" bigint NOT NULL,
	"hold" uuid NOT NULL,
	"length_minutes" integer NOT NULL,
	"soft_close" boolean NOT NULL,
	"request_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"battle_id" uuid,
	CONSTRAINT "challenge_links_hold_unique" UNIQUE("hold"),
	CONSTRAINT "challenge_links_request" UNIQUE("challenger_id","request_key"),
	CONSTRAINT "challenge_links_stake" CHECK ("challenge_links"."stake" > 0),
	CONSTRAINT "challenge_links_length" CHECK ("challenge_links"."length_minutes" > 0),
	CONSTRAINT "challenge_links_time" CHECK ("challenge_links"."created_at" < "challenge_links"."expires_at"),
	CONSTRAINT "challenge_links_title" CHECK (length("challenge_links"."title") between 1 and 20),
	CONSTRAINT "challenge_links_status" CHECK ("challenge_links"."status" in ('pending', 'accepted', 'withdrawn', 'expired')),
	CONSTRAINT "challenge_links_battle" CHECK (case when "challenge_links"."status" = 'accepted' then "challenge_links"."battle_id" is not null and "challenge_links"."battle_id" = "challenge_links"."id"
        else "challenge_links"."battle_id" is null end)
);

ALTER TABLE "challenge_links" ADD CONSTRAINT "challenge_links_challenger_id_users_id_fk" FOREIGN KEY ("challenger_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "challenge_links" ADD CONSTRAINT "challenge_links_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "challenge_links_of_challenger" ON "challenge_links" USING btree ("challenger_id","created_at");
CREATE INDEX "challenge_links_open" ON "challenge_links" USING btree ("challenger_id") WHERE "challenge_links"."status" = 'pending';
CREATE INDEX "challenge_links_due" ON "challenge_links" USING btree ("expires_at","id") WHERE "challenge_links"."status" = 'pending';