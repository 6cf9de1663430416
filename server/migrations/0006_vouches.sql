CREATE TABLE "vouches" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"voucher_wallet" text NOT NULL,
	"target_wallet" text NOT NULL,
	"voucher_id" uuid,
	"target_id" uuid,
	"usdc_micros" bigint NOT NULL,
	"counted_micros" bigint NOT NULL,
	"multiplier" text,
	"aura_awarded" integer NOT NULL,
	"tx_hash" text NOT NULL,
	"vouched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vouches" ADD CONSTRAINT "vouches_event_id_chain_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."chain_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouches" ADD CONSTRAINT "vouches_voucher_id_users_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouches" ADD CONSTRAINT "vouches_target_id_users_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vouches_by_pair" ON "vouches" USING btree ("voucher_id","target_id");--> statement-breakpoint
CREATE INDEX "vouches_by_target" ON "vouches" USING btree ("target_id");