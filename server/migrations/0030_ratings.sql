CREATE TABLE "rating_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rating_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"battle_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"score" smallint NOT NULL,
	"rating_before" integer NOT NULL,
	"deviation_before" integer NOT NULL,
	"volatility_before" integer NOT NULL,
	"rating" integer NOT NULL,
	"deviation" integer NOT NULL,
	"volatility" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "rating_changes_once" UNIQUE("battle_id","user_id"),
	CONSTRAINT "rating_changes_in_order" UNIQUE("user_id","number"),
	CONSTRAINT "rating_changes_number" CHECK ("rating_changes"."number" >= 1),
	CONSTRAINT "rating_changes_score" CHECK ("rating_changes"."score" between 0 and 2)
);

CREATE TABLE "ratings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"rating" integer NOT NULL,
	"deviation" integer NOT NULL,
	"volatility" integer NOT NULL,
	"rated" integer NOT NULL,
	"rated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ratings_values" CHECK ("ratings"."deviation" > 0 and "ratings"."volatility" > 0 and "ratings"."rated" >= 0)
);

ALTER TABLE "rating_changes" ADD CONSTRAINT "rating_changes_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "rating_changes_by_age" ON "rating_changes" USING btree ("user_id","at");
CREATE INDEX "ratings_in_order" ON "ratings" USING btree ((rating - 2 * deviation),"rated_at","user_id") WHERE "ratings"."rated" >= 5;