CREATE TABLE "account_traces" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value_hash" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	CONSTRAINT "account_traces_user_id_kind_value_hash_hour_pk" PRIMARY KEY("user_id","kind","value_hash","hour"),
	CONSTRAINT "account_traces_kind" CHECK ("account_traces"."kind" in ('device', 'address', 'predecessor'))
);

CREATE TABLE "accounts_to_relate" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"queued_at" timestamp with time zone NOT NULL
);

CREATE TABLE "related_pairs" (
	"a_id" uuid NOT NULL,
	"b_id" uuid NOT NULL,
	"score" integer NOT NULL,
	"reasons" jsonb NOT NULL,
	"is_related" boolean NOT NULL,
	"calculated_at" timestamp with time zone NOT NULL,
	"cleared_at" timestamp with time zone,
	"cleared_reason" text,
	CONSTRAINT "related_pairs_a_id_b_id_pk" PRIMARY KEY("a_id","b_id"),
	CONSTRAINT "related_pairs_order" CHECK ("related_pairs"."a_id" < "related_pairs"."b_id"),
	CONSTRAINT "related_pairs_cleared" CHECK (("related_pairs"."cleared_at" is null) = ("related_pairs"."cleared_reason" is null)),
	CONSTRAINT "related_pairs_effect" CHECK (not ("related_pairs"."is_related" and "related_pairs"."cleared_at" is not null))
);

CREATE TABLE "related_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL,
	CONSTRAINT "related_state_one" CHECK ("related_state"."id" = 1)
);

ALTER TABLE "trust_state" ADD COLUMN "relations" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "account_traces" ADD CONSTRAINT "account_traces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "accounts_to_relate" ADD CONSTRAINT "accounts_to_relate_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "related_pairs" ADD CONSTRAINT "related_pairs_a_id_users_id_fk" FOREIGN KEY ("a_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "related_pairs" ADD CONSTRAINT "related_pairs_b_id_users_id_fk" FOREIGN KEY ("b_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "account_traces_by_value" ON "account_traces" USING btree ("value_hash","user_id");
CREATE INDEX "account_traces_by_age" ON "account_traces" USING btree ("kind","hour");
CREATE INDEX "accounts_to_relate_in_order" ON "accounts_to_relate" USING btree ("queued_at");
CREATE INDEX "related_pairs_of_b" ON "related_pairs" USING btree ("b_id");
CREATE INDEX "vouches_by_payer" ON "vouches" USING btree ("voucher_wallet","target_id");