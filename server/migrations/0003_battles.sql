CREATE TABLE "battle_gifters" (
	"battle_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"giver_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"gifts" integer NOT NULL,
	CONSTRAINT "battle_gifters_battle_id_participant_id_giver_id_pk" PRIMARY KEY("battle_id","participant_id","giver_id")
);
--> statement-breakpoint
CREATE TABLE "battle_gifts" (
	"battle_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"giver_id" uuid NOT NULL,
	"key" text NOT NULL,
	"participant_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"purchased" bigint NOT NULL,
	"earned" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "battle_gifts_battle_id_seq_pk" PRIMARY KEY("battle_id","seq"),
	CONSTRAINT "battle_gifts_key" UNIQUE("giver_id","key"),
	CONSTRAINT "battle_gifts_parts" CHECK ("battle_gifts"."amount" = "battle_gifts"."purchased" + "battle_gifts"."earned"),
	CONSTRAINT "battle_gifts_amount" CHECK ("battle_gifts"."amount" > 0 and "battle_gifts"."purchased" >= 0 and "battle_gifts"."earned" >= 0)
);
--> statement-breakpoint
CREATE TABLE "battle_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "battle_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"battle_id" uuid NOT NULL,
	"step" text NOT NULL,
	"actor_id" uuid,
	"request_key" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "battle_steps_request" UNIQUE("actor_id","step","request_key")
);
--> statement-breakpoint
CREATE TABLE "battles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"challenger_id" uuid NOT NULL,
	"opponent_id" uuid NOT NULL,
	"title" text,
	"description" text NOT NULL,
	"status" text NOT NULL,
	"stake" bigint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"cancellation_requested_by" uuid,
	"winner_id" uuid,
	"void_reason" text,
	"challenger_hold" uuid NOT NULL,
	"opponent_hold" uuid NOT NULL,
	"challenger_steeze" bigint DEFAULT 0 NOT NULL,
	"opponent_steeze" bigint DEFAULT 0 NOT NULL,
	"gift_count" integer DEFAULT 0 NOT NULL,
	"gift_head" text NOT NULL,
	CONSTRAINT "battles_two_people" CHECK ("battles"."challenger_id" <> "battles"."opponent_id"),
	CONSTRAINT "battles_stake" CHECK ("battles"."stake" > 0),
	CONSTRAINT "battles_time" CHECK ("battles"."starts_at" < "battles"."ends_at"),
	CONSTRAINT "battles_title" CHECK (length("battles"."title") between 1 and 20),
	CONSTRAINT "battles_status" CHECK ("battles"."status" in ('challenge_sent', 'pending', 'accepted', 'cancellation_requested', 'active', 'completed',
        'rejected', 'withdrawn', 'expired', 'cancelled')),
	CONSTRAINT "battles_asker_while_asked" CHECK (("battles"."status" = 'cancellation_requested') = ("battles"."cancellation_requested_by" is not null)),
	CONSTRAINT "battles_due_while_open" CHECK (("battles"."due_at" is not null) =
        ("battles"."status" in ('challenge_sent', 'pending', 'accepted', 'cancellation_requested', 'active')))
);
--> statement-breakpoint
ALTER TABLE "battle_steps" ADD CONSTRAINT "battle_steps_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "battles" ADD CONSTRAINT "battles_challenger_id_users_id_fk" FOREIGN KEY ("challenger_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "battles" ADD CONSTRAINT "battles_opponent_id_users_id_fk" FOREIGN KEY ("opponent_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "battle_gifters_top" ON "battle_gifters" USING btree ("battle_id","participant_id","amount" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "battle_steps_of_battle" ON "battle_steps" USING btree ("battle_id","id");--> statement-breakpoint
CREATE INDEX "battles_due" ON "battles" USING btree ("due_at","id") WHERE "battles"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "battles_by_status" ON "battles" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "battles_of_challenger" ON "battles" USING btree ("challenger_id","status");--> statement-breakpoint
CREATE INDEX "battles_of_opponent" ON "battles" USING btree ("opponent_id","status");--> statement-breakpoint
create trigger battle_steps_append_only before update or delete or truncate on battle_steps
  for each statement execute function refuse_ledger_change();
--> statement-breakpoint
create trigger battle_gifts_append_only before update or delete or truncate on battle_gifts
  for each statement execute function refuse_ledger_change();
