CREATE TABLE "return_cursors" (
	"id" text PRIMARY KEY NOT NULL,
	"block_number" bigint NOT NULL
);

CREATE TABLE "usdc_returns" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "usdc_returns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chain_id" integer NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"from_id" uuid NOT NULL,
	"to_id" uuid NOT NULL,
	"usdc_micros" bigint NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);

ALTER TABLE "usdc_returns" ADD CONSTRAINT "usdc_returns_from_id_users_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "usdc_returns" ADD CONSTRAINT "usdc_returns_to_id_users_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "usdc_returns_once" ON "usdc_returns" USING btree ("chain_id","tx_hash","log_index");
CREATE INDEX "usdc_returns_by_sender" ON "usdc_returns" USING btree ("from_id");
CREATE INDEX "usdc_returns_by_receiver" ON "usdc_returns" USING btree ("to_id");