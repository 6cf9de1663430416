CREATE TABLE "provider_confirmations" (
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"subject" text NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_confirmations_user_id_purpose_browser_hash_pk" PRIMARY KEY("user_id","purpose","browser_hash")
);

CREATE TABLE "provider_flows" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"provider" text NOT NULL,
	"code_verifier" text NOT NULL,
	"user_id" uuid,
	"purpose" text DEFAULT 'enter' NOT NULL,
	"subject" text,
	"time_zone" text NOT NULL,
	"next" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);

CREATE TABLE "provider_accounts" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"handle" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_accounts_provider_subject_pk" PRIMARY KEY("provider","subject"),
	CONSTRAINT "provider_accounts_of_user" UNIQUE("user_id","provider")
);

ALTER TABLE "provider_confirmations" ADD CONSTRAINT "provider_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "provider_flows" ADD CONSTRAINT "provider_flows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "provider_accounts" ADD CONSTRAINT "provider_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "provider_confirmations_by_expiry" ON "provider_confirmations" USING btree ("expires_at");
CREATE INDEX "provider_flows_by_expiry" ON "provider_flows" USING btree ("expires_at");

-- X is one of the providers. Sign-ins under way last ten minutes, so they start again.
INSERT INTO "provider_accounts" ("provider", "subject", "user_id", "handle", "linked_at")
  SELECT 'x', "x_id", "user_id", "handle", "linked_at" FROM "x_accounts";
CREATE OR REPLACE VIEW "x_handles" AS SELECT "user_id", "handle" FROM "provider_accounts" WHERE "provider" = 'x';
DROP TABLE "x_accounts";
DROP TABLE "x_flows";
DROP TABLE "x_confirmations";
ALTER TABLE "auth_nonces" RENAME COLUMN "replaced_by" TO "subject";
