DROP INDEX "vouches_by_target";--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "disputed_block" bigint;--> statement-breakpoint
ALTER TABLE "steeze_redemptions" ADD COLUMN "renewals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "steeze_withdrawals" ADD COLUMN "unexplained" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vouches" ADD COLUMN "aura_capped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "steeze_withdrawals_by_wallet" ON "steeze_withdrawals" USING btree ("wallet");--> statement-breakpoint
CREATE INDEX "steeze_withdrawals_unexplained" ON "steeze_withdrawals" USING btree ("wallet") WHERE "steeze_withdrawals"."unexplained" > 0;--> statement-breakpoint
CREATE INDEX "vouches_by_target" ON "vouches" USING btree ("target_id","vouched_at");--> statement-breakpoint
ALTER TABLE "steeze_withdrawals" ADD CONSTRAINT "steeze_withdrawals_parts" CHECK ("steeze_withdrawals"."unexplained" between 0 and "steeze_withdrawals"."amount");