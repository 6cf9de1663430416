CREATE TABLE "battle_round_answers" (
	"battle_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"choice" integer[] NOT NULL,
	"is_right" boolean NOT NULL,
	"cheers_for" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "battle_round_answers_battle_id_number_user_id_pk" PRIMARY KEY("battle_id","number","user_id"),
	CONSTRAINT "battle_round_answers_side" CHECK ("battle_round_answers"."cheers_for" in ('challenger', 'opponent'))
);

CREATE TABLE "battle_rounds" (
	"battle_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"is_sudden_death" boolean NOT NULL,
	"question" text NOT NULL,
	"sealed" text NOT NULL,
	"salt" text NOT NULL,
	"commitment" text NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"closes_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"interrupted_at" timestamp with time zone,
	"challenger_choice" integer[],
	"challenger_at" timestamp with time zone,
	"challenger_trip" integer,
	"opponent_choice" integer[],
	"opponent_at" timestamp with time zone,
	"opponent_trip" integer,
	"result" text,
	"crowd" integer[],
	CONSTRAINT "battle_rounds_battle_id_number_pk" PRIMARY KEY("battle_id","number"),
	CONSTRAINT "battle_rounds_number" CHECK ("battle_rounds"."number" >= 1),
	CONSTRAINT "battle_rounds_opened" CHECK (num_nonnulls("battle_rounds"."opened_at", "battle_rounds"."closes_at") in (0, 2)),
	CONSTRAINT "battle_rounds_closed" CHECK (num_nonnulls("battle_rounds"."closed_at", "battle_rounds"."result", "battle_rounds"."crowd") in (0, 3)
        and ("battle_rounds"."closed_at" is null or "battle_rounds"."opened_at" is not null)),
	CONSTRAINT "battle_rounds_crowd" CHECK (cardinality("battle_rounds"."crowd") = 6),
	CONSTRAINT "battle_rounds_result" CHECK ("battle_rounds"."result" in ('challenger', 'opponent', 'shared', 'nobody', 'interrupted')),
	CONSTRAINT "battle_rounds_answers" CHECK (num_nonnulls("battle_rounds"."challenger_choice", "battle_rounds"."challenger_at", "battle_rounds"."challenger_trip") in (0, 3)
        and num_nonnulls("battle_rounds"."opponent_choice", "battle_rounds"."opponent_at", "battle_rounds"."opponent_trip") in (0, 3)
        and ("battle_rounds"."opened_at" is not null or num_nonnulls("battle_rounds"."challenger_at", "battle_rounds"."opponent_at") = 0))
);

CREATE TABLE "battle_seats" (
	"battle_id" uuid NOT NULL,
	"side" text NOT NULL,
	"ready_at" timestamp with time zone,
	"pings" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "battle_seats_battle_id_side_pk" PRIMARY KEY("battle_id","side"),
	CONSTRAINT "battle_seats_side" CHECK ("battle_seats"."side" in ('challenger', 'opponent')),
	CONSTRAINT "battle_seats_pings" CHECK (cardinality("battle_seats"."pings") <= 9 and array_position("battle_seats"."pings", null) is null)
);

ALTER TABLE "challenge_links" ADD COLUMN "best_of" integer;
ALTER TABLE "battles" ADD COLUMN "best_of" integer;
ALTER TABLE "battles" ADD COLUMN "challenger_points" integer DEFAULT 0 NOT NULL;
ALTER TABLE "battles" ADD COLUMN "opponent_points" integer DEFAULT 0 NOT NULL;
ALTER TABLE "battles" ADD COLUMN "absent" text;
ALTER TABLE "battle_round_answers" ADD CONSTRAINT "battle_round_answers_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "battle_round_answers" ADD CONSTRAINT "battle_round_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "battle_rounds" ADD CONSTRAINT "battle_rounds_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "battle_seats" ADD CONSTRAINT "battle_seats_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "battle_round_answers_of_user" ON "battle_round_answers" USING btree ("user_id","at");
CREATE INDEX "battle_round_answers_by_age" ON "battle_round_answers" USING btree ("at");
CREATE UNIQUE INDEX "battle_rounds_one_open" ON "battle_rounds" USING btree ("battle_id") WHERE "battle_rounds"."closed_at" is null;
CREATE UNIQUE INDEX "battle_rounds_questions" ON "battle_rounds" USING btree ("battle_id","question");
ALTER TABLE "challenge_links" ADD CONSTRAINT "challenge_links_best_of" CHECK ("challenge_links"."best_of" in (3, 5, 7) and not "challenge_links"."soft_close" or "challenge_links"."best_of" is null);
ALTER TABLE "battles" ADD CONSTRAINT "battles_best_of" CHECK ("battles"."best_of" in (3, 5, 7) and not "battles"."soft_close" or "battles"."best_of" is null);
ALTER TABLE "battles" ADD CONSTRAINT "battles_points" CHECK ("battles"."challenger_points" between 0 and coalesce("battles"."best_of" + 3, 0)
        and "battles"."opponent_points" between 0 and coalesce("battles"."best_of" + 3, 0));
ALTER TABLE "battles" ADD CONSTRAINT "battles_absent" CHECK ("battles"."absent" is null or "battles"."best_of" is not null and case "battles"."absent"
        when 'challenger' then "battles"."status" = 'completed' and "battles"."winner_id" = "battles"."opponent_id"
        when 'opponent' then "battles"."status" = 'completed' and "battles"."winner_id" = "battles"."challenger_id"
        when 'both' then "battles"."status" = 'cancelled' else false end);