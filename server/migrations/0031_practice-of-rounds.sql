CREATE TABLE "practice_partners" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"allowed_at" timestamp with time zone NOT NULL
);

CREATE TABLE "practices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"opponent_id" uuid,
	"best_of" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone,
	"questions" text[] NOT NULL,
	"rounds" jsonb NOT NULL,
	"pings" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "practices_best_of" CHECK ("practices"."best_of" in (3, 5, 7)),
	CONSTRAINT "practices_stopped" CHECK ("practices"."stopped_at" >= "practices"."started_at"),
	CONSTRAINT "practices_rounds" CHECK (jsonb_array_length("practices"."rounds") = cardinality("practices"."questions")),
	CONSTRAINT "practices_pings" CHECK (cardinality("practices"."pings") <= 9 and array_position("practices"."pings", null) is null)
);

ALTER TABLE "practice_partners" ADD CONSTRAINT "practice_partners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "practices" ADD CONSTRAINT "practices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "practices" ADD CONSTRAINT "practices_opponent_id_users_id_fk" FOREIGN KEY ("opponent_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "practices_of_user" ON "practices" USING btree ("user_id","started_at");
CREATE INDEX "practices_against" ON "practices" USING btree ("opponent_id");
CREATE INDEX "practices_by_age" ON "practices" USING btree ("started_at");