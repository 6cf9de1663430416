DROP INDEX "chain_events_by_account";
--> statement-breakpoint
CREATE INDEX "chain_events_waiting_of" ON "chain_events" USING btree ("account","id") WHERE "chain_events"."status" = 'seen';
