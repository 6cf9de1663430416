CREATE TABLE "steeze_redemptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"contract" text NOT NULL,
	"wallet" text NOT NULL,
	"user_id" uuid NOT NULL,
	"request_key" text,
	"amount" bigint NOT NULL,
	"remaining" bigint NOT NULL,
	"ledger_hold" uuid NOT NULL,
	"withdrawal_limit" bigint NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "steeze_redemptions_request" UNIQUE("user_id","request_key"),
	CONSTRAINT "steeze_redemptions_parts" CHECK ("steeze_redemptions"."remaining" between 0 and "steeze_redemptions"."amount"),
	CONSTRAINT "steeze_redemptions_closed" CHECK (("steeze_redemptions"."remaining" = 0) = ("steeze_redemptions"."closed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "steeze_withdrawals" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"redemption_id" uuid,
	"user_id" uuid,
	"amount" bigint NOT NULL,
	"usdc_micros" bigint NOT NULL,
	"tx_hash" text NOT NULL,
	"withdrawn_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "steeze_redemptions" ADD CONSTRAINT "steeze_redemptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steeze_withdrawals" ADD CONSTRAINT "steeze_withdrawals_event_id_chain_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."chain_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steeze_withdrawals" ADD CONSTRAINT "steeze_withdrawals_redemption_id_steeze_redemptions_id_fk" FOREIGN KEY ("redemption_id") REFERENCES "public"."steeze_redemptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steeze_withdrawals" ADD CONSTRAINT "steeze_withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "steeze_redemptions_one_open" ON "steeze_redemptions" USING btree ("chain_id","contract","wallet") WHERE "steeze_redemptions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "steeze_redemptions_by_user" ON "steeze_redemptions" USING btree ("user_id","opened_at");--> statement-breakpoint
CREATE INDEX "steeze_redemptions_by_time" ON "steeze_redemptions" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "steeze_withdrawals_by_user" ON "steeze_withdrawals" USING btree ("user_id","withdrawn_at");