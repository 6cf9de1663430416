CREATE TABLE "account_transfers" (
	"account" text NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"block_time" timestamp with time zone NOT NULL,
	"is_incoming" boolean NOT NULL,
	"other" text NOT NULL,
	"usdc_micros" bigint NOT NULL,
	CONSTRAINT "account_transfers_account_block_number_log_index_pk" PRIMARY KEY("account","block_number","log_index"),
	CONSTRAINT "account_transfers_usdc" CHECK ("account_transfers"."usdc_micros" > 0)
);

ALTER TABLE "account_transfers" ADD CONSTRAINT "account_transfers_account_followed_accounts_address_fk" FOREIGN KEY ("account") REFERENCES "public"."followed_accounts"("address") ON DELETE no action ON UPDATE no action;