CREATE TABLE "x_accounts" (
	"x_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"handle" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "x_accounts_user" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "x_flows" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"code_verifier" text NOT NULL,
	"user_id" uuid,
	"time_zone" text NOT NULL,
	"next" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "x_tokens" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"access_token" "bytea" NOT NULL,
	"refresh_token" "bytea",
	"scopes" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "x_accounts" ADD CONSTRAINT "x_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "x_flows" ADD CONSTRAINT "x_flows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "x_tokens" ADD CONSTRAINT "x_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "x_flows_by_expiry" ON "x_flows" USING btree ("expires_at");