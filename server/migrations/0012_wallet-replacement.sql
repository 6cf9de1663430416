CREATE TABLE "wallet_replacements" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"takes_effect_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_nonces" ADD COLUMN "replaced_by" text;--> statement-breakpoint
ALTER TABLE "wallet_replacements" ADD CONSTRAINT "wallet_replacements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wallet_replacements_due" ON "wallet_replacements" USING btree ("takes_effect_at");