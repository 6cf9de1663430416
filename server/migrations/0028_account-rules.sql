CREATE TABLE "kept_learning" (
	"identity_hash" "bytea" PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"kept_at" timestamp with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"time_zone_changed_at" timestamp with time zone,
	"day_floor" date,
	"streak_days" integer NOT NULL,
	"last_day" date,
	"excused_days" date[] NOT NULL,
	"completions" jsonb NOT NULL,
	"quizzes" jsonb NOT NULL,
	"zone_changes" jsonb NOT NULL
);
--> statement-breakpoint
DROP INDEX "battle_gifters_top";--> statement-breakpoint
ALTER TABLE "wallet_bonuses" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "battle_gifters" ADD COLUMN "reached_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "x_tokens" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "idempotent_answers" ADD COLUMN "attempt" text;--> statement-breakpoint
ALTER TABLE "idempotent_answers" ADD COLUMN "attempt_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "idempotent_answers" ADD COLUMN "has_reached_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "battle_gifters_top" ON "battle_gifters" USING btree ("battle_id","participant_id","amount" DESC NULLS LAST,"reached_seq");
--> statement-breakpoint
-- Of two who gave as much, the one whose last gift came first was there first.
update battle_gifters g set reached_seq = latest.seq
from (select battle_id, participant_id, giver_id, max(seq) as seq from battle_gifts group by 1, 2, 3) latest
where latest.battle_id = g.battle_id and latest.participant_id = g.participant_id and latest.giver_id = g.giver_id;
