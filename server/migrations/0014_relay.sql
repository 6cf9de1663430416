CREATE TABLE "relay_senders" (
	"id" text PRIMARY KEY NOT NULL,
	"next_nonce" bigint NOT NULL,
	"lease_holder" text,
	"lease_until" timestamp with time zone
);

CREATE TABLE "relay_transactions" (
	"hash" text PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"is_empty" boolean NOT NULL,
	"raw" text NOT NULL,
	"max_fee_wei" bigint NOT NULL,
	"priority_fee_wei" bigint NOT NULL,
	"signed_at" timestamp with time zone NOT NULL
);

CREATE TABLE "relayed_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"intent" text NOT NULL,
	"purpose" text NOT NULL,
	"target" text NOT NULL,
	"data" text NOT NULL,
	"gas" integer NOT NULL,
	"status" text NOT NULL,
	"sender" text,
	"nonce" bigint,
	"cost_gwei" bigint NOT NULL,
	"tx_hash" text,
	"block_number" bigint,
	"block_hash" text,
	"reason" text,
	"doubts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"is_final" boolean DEFAULT false NOT NULL,
	CONSTRAINT "relayed_payments_purpose" CHECK ("relayed_payments"."purpose" in ('vouch', 'buy', 'withdraw')),
	CONSTRAINT "relayed_payments_status" CHECK ("relayed_payments"."status" in ('checking', 'queued', 'sent', 'mined', 'failed')),
	CONSTRAINT "relayed_payments_sent" CHECK (("relayed_payments"."sender" is null) = ("relayed_payments"."nonce" is null)),
	CONSTRAINT "relayed_payments_mined" CHECK ("relayed_payments"."status" <> 'mined' or "relayed_payments"."tx_hash" is not null),
	CONSTRAINT "relayed_payments_settled" CHECK (("relayed_payments"."settled_at" is null) = ("relayed_payments"."status" in ('checking', 'queued', 'sent')))
);

ALTER TABLE "relay_transactions" ADD CONSTRAINT "relay_transactions_payment_id_relayed_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."relayed_payments"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "relayed_payments" ADD CONSTRAINT "relayed_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "relay_transactions_of" ON "relay_transactions" USING btree ("payment_id");
CREATE UNIQUE INDEX "relayed_payments_intent" ON "relayed_payments" USING btree ("intent");
CREATE UNIQUE INDEX "relayed_payments_nonce" ON "relayed_payments" USING btree ("sender","nonce");
CREATE INDEX "relayed_payments_by_user" ON "relayed_payments" USING btree ("user_id","created_at");
CREATE INDEX "relayed_payments_by_time" ON "relayed_payments" USING btree ("created_at");
CREATE INDEX "relayed_payments_open" ON "relayed_payments" USING btree ("status","created_at") WHERE not "relayed_payments"."is_final";