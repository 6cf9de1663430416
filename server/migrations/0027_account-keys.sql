CREATE TABLE "account_key_events" (
	"account" text NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"block_time" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"key_id" text NOT NULL,
	"key" text,
	"until" timestamp with time zone,
	CONSTRAINT "account_key_events_account_block_number_log_index_pk" PRIMARY KEY("account","block_number","log_index"),
	CONSTRAINT "account_key_events_kind" CHECK ("account_key_events"."kind" in ('added', 'leaving', 'stays')),
	CONSTRAINT "account_key_events_key" CHECK (("account_key_events"."key" is not null) = ("account_key_events"."kind" = 'added')),
	CONSTRAINT "account_key_events_until" CHECK (("account_key_events"."until" is not null) = ("account_key_events"."kind" = 'leaving'))
);

CREATE TABLE "followed_accounts" (
	"address" text PRIMARY KEY NOT NULL,
	"block_number" bigint NOT NULL
);

ALTER TABLE "account_key_events" ADD CONSTRAINT "account_key_events_account_followed_accounts_address_fk" FOREIGN KEY ("account") REFERENCES "public"."followed_accounts"("address") ON DELETE no action ON UPDATE no action;
CREATE INDEX "account_key_events_leaving" ON "account_key_events" USING btree ("until") WHERE "account_key_events"."until" is not null;