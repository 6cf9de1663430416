CREATE TABLE "admin_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admin_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"admin_id" uuid,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "whitelisted_wallets" ADD COLUMN "added_by" uuid;--> statement-breakpoint
CREATE INDEX "admin_actions_by_subject" ON "admin_actions" USING btree ("subject");--> statement-breakpoint
create trigger admin_actions_append_only before update or delete or truncate on admin_actions
  for each statement execute function refuse_ledger_change();
