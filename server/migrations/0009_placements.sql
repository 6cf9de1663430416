CREATE TABLE "placements" (
	"user_id" uuid NOT NULL,
	"unit_id" text NOT NULL,
	"day" date NOT NULL,
	"questions" text[] NOT NULL,
	"right_questions" text[] DEFAULT '{}' NOT NULL,
	"wrong_questions" text[] DEFAULT '{}' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "placements_user_id_day_unit_id_pk" PRIMARY KEY("user_id","day","unit_id")
);

ALTER TABLE "review_cards" ADD COLUMN "first_right" boolean;
ALTER TABLE "review_cards" ADD COLUMN "first_response" text;
ALTER TABLE "placements" ADD CONSTRAINT "placements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
