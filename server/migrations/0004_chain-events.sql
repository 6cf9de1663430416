CREATE TABLE "chain_checkpoints" (
	"cursor_id" text NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"block_time" timestamp with time zone NOT NULL,
	CONSTRAINT "chain_checkpoints_cursor_id_block_number_pk" PRIMARY KEY("cursor_id","block_number")
);
--> statement-breakpoint
CREATE TABLE "chain_cursors" (
	"id" text PRIMARY KEY NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text,
	"block_time" timestamp with time zone,
	"final_number" bigint NOT NULL,
	"final_hash" text,
	"final_time" timestamp with time zone,
	"lease_holder" text,
	"lease_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chain_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chain_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chain_id" integer NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"contract" text NOT NULL,
	"kind" text NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"block_time" timestamp with time zone NOT NULL,
	"account" text NOT NULL,
	"target" text,
	"usdc_micros" bigint NOT NULL,
	"steeze_amount" bigint,
	"running_total" bigint,
	"status" text NOT NULL,
	"incarnation" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "chain_events_once" UNIQUE("chain_id","tx_hash","log_index"),
	CONSTRAINT "chain_events_status" CHECK ("chain_events"."status" in ('seen', 'applied', 'gone')),
	CONSTRAINT "chain_events_kind" CHECK ("chain_events"."kind" in ('vouched', 'steeze_purchased', 'steeze_withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "steeze_purchases" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"wallet" text NOT NULL,
	"user_id" uuid,
	"amount" bigint NOT NULL,
	"usdc_micros" bigint NOT NULL,
	"tx_hash" text NOT NULL,
	"bought_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_bindings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_bindings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"address" text NOT NULL,
	"user_id" uuid NOT NULL,
	"bound_at" timestamp with time zone NOT NULL,
	"unbound_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_never_negative";--> statement-breakpoint
ALTER TABLE "ledger_transfers" DROP CONSTRAINT "ledger_transfers_never_negative";--> statement-breakpoint
ALTER TABLE "chain_checkpoints" ADD CONSTRAINT "chain_checkpoints_cursor_id_chain_cursors_id_fk" FOREIGN KEY ("cursor_id") REFERENCES "public"."chain_cursors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steeze_purchases" ADD CONSTRAINT "steeze_purchases_event_id_chain_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."chain_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steeze_purchases" ADD CONSTRAINT "steeze_purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_bindings" ADD CONSTRAINT "wallet_bindings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chain_events_by_block" ON "chain_events" USING btree ("chain_id","block_number");--> statement-breakpoint
CREATE INDEX "chain_events_by_account" ON "chain_events" USING btree ("account","id");--> statement-breakpoint
CREATE INDEX "chain_events_waiting" ON "chain_events" USING btree ("block_number") WHERE "chain_events"."status" = 'seen';--> statement-breakpoint
CREATE INDEX "steeze_purchases_by_user" ON "steeze_purchases" USING btree ("user_id","bought_at");--> statement-breakpoint
CREATE INDEX "steeze_purchases_by_wallet" ON "steeze_purchases" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "wallet_bindings_by_address" ON "wallet_bindings" USING btree ("address","bound_at");--> statement-breakpoint
CREATE INDEX "wallet_bindings_by_user" ON "wallet_bindings" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_bindings_one_now" ON "wallet_bindings" USING btree ("address") WHERE "wallet_bindings"."unbound_at" is null;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_never_negative" CHECK (case when "ledger_accounts"."kind" in ('ap_debt', 'steeze_debt') then "ledger_accounts"."balance" <= 0 else "ledger_accounts"."balance" >= 0 end);--> statement-breakpoint
insert into ledger_accounts (owner_id, kind, currency, is_tracked, balance) values
  ('00000000-0000-0000-0000-000000000000', 'steeze_unclaimed', 'STEEZE', false, null),
  ('00000000-0000-0000-0000-000000000000', 'steeze_forfeited', 'STEEZE', false, null),
  ('00000000-0000-0000-0000-000000000000', 'steeze_unexplained', 'STEEZE', false, null);
--> statement-breakpoint
-- Everybody who has a wallet has had it since they bound it.
insert into wallet_bindings (address, user_id, bound_at) select address, user_id, bound_at from wallets;
--> statement-breakpoint
-- Balances written down with a transfer are on the right side of zero too: only debts stand below it.
create function refuse_wrong_side_of_zero() returns trigger language plpgsql as $$
begin
  if (new.from_balance < 0 and (select kind from ledger_accounts where id = new.from_account) not in ('ap_debt', 'steeze_debt'))
     or (new.to_balance < 0 and (select kind from ledger_accounts where id = new.to_account) not in ('ap_debt', 'steeze_debt'))
  then
    raise exception 'transfer % leads to a balance on the wrong side of zero', new.key
      using errcode = 'check_violation', constraint = 'ledger_transfers_never_negative';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger ledger_transfers_right_side_of_zero after insert on ledger_transfers
  for each row when (new.from_balance < 0 or new.to_balance < 0)
  execute function refuse_wrong_side_of_zero();
