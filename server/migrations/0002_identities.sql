-- Which wallets and X accounts belonged to which accounts, instead of what was kept of each by itself.
CREATE TABLE "account_identities" (
	"identity_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"key_id" text NOT NULL,
	CONSTRAINT "account_identities_identity_hash_user_id_pk" PRIMARY KEY("identity_hash","user_id")
);

CREATE TABLE "continued_accounts" (
	"earlier_id" uuid NOT NULL,
	"later_id" uuid NOT NULL,
	"is_return" boolean NOT NULL,
	"continued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "continued_accounts_earlier_id_later_id_is_return_pk" PRIMARY KEY("earlier_id","later_id","is_return"),
	CONSTRAINT "continued_accounts_another" CHECK ("continued_accounts"."earlier_id" <> "continued_accounts"."later_id")
);

CREATE INDEX "account_identities_of_user" ON "account_identities" USING btree ("user_id");
CREATE UNIQUE INDEX "continued_accounts_once" ON "continued_accounts" USING btree ("earlier_id") WHERE "continued_accounts"."is_return";
CREATE INDEX "continued_accounts_by_later" ON "continued_accounts" USING btree ("later_id");

DROP TABLE "kept_invites";

-- Each deleted account had a row for each of its identities. Its number wasn't kept, so it gets one.
ALTER TABLE "kept_learning" ADD COLUMN "user_id" uuid;
ALTER TABLE "kept_learning" ADD COLUMN "cards" jsonb DEFAULT '[]'::jsonb NOT NULL;
UPDATE "kept_learning" k SET "user_id" = md5(concat(k."kept_at" at time zone 'UTC', k."completions", k."quizzes"))::uuid;
INSERT INTO "account_identities" SELECT "identity_hash", "user_id", "key_id" FROM "kept_learning";
DELETE FROM "kept_learning" k USING "kept_learning" other
  WHERE other."user_id" = k."user_id" AND other."identity_hash" < k."identity_hash";
ALTER TABLE "kept_learning" DROP COLUMN "identity_hash";
ALTER TABLE "kept_learning" DROP COLUMN "key_id";
ALTER TABLE "kept_learning" DROP COLUMN "kept_at";
ALTER TABLE "kept_learning" ADD PRIMARY KEY ("user_id");

ALTER TABLE "reputation_parts" ADD COLUMN "lost_before" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "reputation_parts" ADD CONSTRAINT "reputation_parts_lost" CHECK ("reputation_parts"."lost_before" <= 0);
