CREATE TABLE "streams" (
	"user_id" uuid NOT NULL,
	"battle_id" uuid,
	"kind" text,
	"host" text,
	"channel" text,
	"set_at" timestamp with time zone NOT NULL,
	CONSTRAINT "streams_one" UNIQUE NULLS NOT DISTINCT("user_id","battle_id"),
	CONSTRAINT "streams_kind" CHECK ("streams"."kind" in ('twitch', 'youtube', 'kick', 'owncast', 'hls')),
	CONSTRAINT "streams_whole" CHECK (case num_nonnulls("streams"."kind", "streams"."host", "streams"."channel") when 0 then "streams"."battle_id" is not null
        when 3 then length("streams"."host") <= 110 and length("streams"."channel") <= 300 else false end)
);

ALTER TABLE "person_reports" DROP CONSTRAINT "person_reports_reason";
ALTER TABLE "suspensions" DROP CONSTRAINT "suspensions_scope";
ALTER TABLE "streams" ADD CONSTRAINT "streams_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "streams" ADD CONSTRAINT "streams_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "streams_of_battle" ON "streams" USING btree ("battle_id") WHERE "streams"."battle_id" is not null;
CREATE INDEX "streams_by_age" ON "streams" USING btree ("set_at") WHERE "streams"."battle_id" is not null;
ALTER TABLE "person_reports" ADD CONSTRAINT "person_reports_reason" CHECK ("person_reports"."reason" in ('scam', 'impersonation', 'abuse', 'spam', 'stream', 'other'));
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_scope" CHECK ("suspensions"."scope" in ('account', 'redeeming', 'streams'));