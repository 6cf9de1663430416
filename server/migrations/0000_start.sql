CREATE TABLE "auth_nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"wallet_address" text NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"message" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_bonuses" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"awarded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wallet_bonuses_user" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"address" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"bound_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wallets_user" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"currency" text NOT NULL,
	"is_tracked" boolean NOT NULL,
	"balance" bigint,
	CONSTRAINT "ledger_accounts_owner_kind" UNIQUE("owner_id","kind"),
	CONSTRAINT "ledger_accounts_id_currency" UNIQUE("id","currency"),
	CONSTRAINT "ledger_accounts_balance_when_tracked" CHECK ("ledger_accounts"."is_tracked" = ("ledger_accounts"."balance" is not null)),
	CONSTRAINT "ledger_accounts_never_negative" CHECK ("ledger_accounts"."balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_hold_resolutions" (
	"hold_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_hold_resolutions_hold_id_pk" PRIMARY KEY("hold_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_holds_id_account" UNIQUE("id","account_id"),
	CONSTRAINT "ledger_holds_amount" CHECK ("ledger_holds"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"from_account" bigint NOT NULL,
	"to_account" bigint NOT NULL,
	"from_balance" bigint,
	"to_balance" bigint,
	"opens_hold" uuid,
	"resolves_hold" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_transfers_key" UNIQUE("key"),
	CONSTRAINT "ledger_transfers_opens_hold" UNIQUE("opens_hold"),
	CONSTRAINT "ledger_transfers_amount" CHECK ("ledger_transfers"."amount" > 0),
	CONSTRAINT "ledger_transfers_moves" CHECK ("ledger_transfers"."from_account" <> "ledger_transfers"."to_account"),
	CONSTRAINT "ledger_transfers_never_negative" CHECK ("ledger_transfers"."from_balance" >= 0 and "ledger_transfers"."to_balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "learners" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"time_zone_changed_at" timestamp with time zone,
	"day_floor" date,
	"streak_days" integer DEFAULT 0 NOT NULL,
	"last_day" date,
	"excused_days" date[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lesson_completions" (
	"user_id" uuid NOT NULL,
	"lesson_id" text NOT NULL,
	"day" date NOT NULL,
	"completed_at" timestamp with time zone NOT NULL,
	"is_review" boolean NOT NULL,
	"aura_earned" integer NOT NULL,
	"streak_after" integer NOT NULL,
	CONSTRAINT "lesson_completions_user_id_lesson_id_day_pk" PRIMARY KEY("user_id","lesson_id","day")
);
--> statement-breakpoint
CREATE TABLE "lesson_quizzes" (
	"user_id" uuid NOT NULL,
	"lesson_id" text NOT NULL,
	"passed_at" timestamp with time zone,
	"last_wrong_at" timestamp with time zone,
	CONSTRAINT "lesson_quizzes_user_id_lesson_id_pk" PRIMARY KEY("user_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "time_zone_changes" (
	"user_id" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"from_zone" text NOT NULL,
	"to_zone" text NOT NULL,
	"day_before" date NOT NULL,
	"day_after" date NOT NULL,
	CONSTRAINT "time_zone_changes_user_id_changed_at_pk" PRIMARY KEY("user_id","changed_at")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"first_name" text,
	"profile_image_url" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_username" UNIQUE("username"),
	CONSTRAINT "users_username_form" CHECK ("users"."username" ~ '^[a-z0-9_]{3,20}$')
);
--> statement-breakpoint
CREATE TABLE "whitelisted_wallets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wallet_address" text NOT NULL,
	"note" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "whitelisted_wallets_address" UNIQUE("wallet_address")
);
--> statement-breakpoint
CREATE TABLE "idempotent_answers" (
	"user_id" uuid NOT NULL,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotent_answers_user_id_call_key_pk" PRIMARY KEY("user_id","call","key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_hold_resolutions" ADD CONSTRAINT "ledger_hold_resolutions_hold_id_ledger_holds_id_fk" FOREIGN KEY ("hold_id") REFERENCES "public"."ledger_holds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_holds" ADD CONSTRAINT "ledger_holds_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_fills_hold" FOREIGN KEY ("opens_hold","to_account") REFERENCES "public"."ledger_holds"("id","account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_takes_hold" FOREIGN KEY ("resolves_hold","from_account") REFERENCES "public"."ledger_holds"("id","account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_from" FOREIGN KEY ("from_account","currency") REFERENCES "public"."ledger_accounts"("id","currency") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_to" FOREIGN KEY ("to_account","currency") REFERENCES "public"."ledger_accounts"("id","currency") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learners" ADD CONSTRAINT "learners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_completions" ADD CONSTRAINT "lesson_completions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_quizzes" ADD CONSTRAINT "lesson_quizzes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_zone_changes" ADD CONSTRAINT "time_zone_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_nonces_by_expiry" ON "auth_nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "ledger_accounts_by_balance" ON "ledger_accounts" USING btree ("kind","balance" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ledger_transfers_from_account" ON "ledger_transfers" USING btree ("from_account","id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_to_account" ON "ledger_transfers" USING btree ("to_account","id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_resolves_hold" ON "ledger_transfers" USING btree ("resolves_hold");--> statement-breakpoint
CREATE INDEX "lesson_completions_by_time" ON "lesson_completions" USING btree ("user_id","completed_at");--> statement-breakpoint
CREATE INDEX "idempotent_answers_by_age" ON "idempotent_answers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");