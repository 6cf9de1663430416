CREATE TABLE "x_confirmations" (
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"subject" text NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "x_confirmations_user_id_purpose_browser_hash_pk" PRIMARY KEY("user_id","purpose","browser_hash")
);
--> statement-breakpoint
ALTER TABLE "push_subscriptions" DROP CONSTRAINT "push_subscriptions_session_hash_sessions_token_hash_fk";
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ALTER COLUMN "session_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "x_flows" ADD COLUMN "purpose" text DEFAULT 'enter' NOT NULL;--> statement-breakpoint
ALTER TABLE "x_flows" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
-- Sessions that are older than a session may become end now, and with them the notifications to their browsers.
UPDATE "sessions" SET "ends_at" = "created_at" + interval '180 days', "expires_at" = least("expires_at", "created_at" + interval '180 days');--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "ends_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "x_confirmations" ADD CONSTRAINT "x_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "x_confirmations_by_expiry" ON "x_confirmations" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_hash_sessions_token_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."sessions"("token_hash") ON DELETE cascade ON UPDATE cascade;