ALTER TABLE "battles" ADD COLUMN "challenger_requests" integer DEFAULT 0 NOT NULL;
ALTER TABLE "battles" ADD COLUMN "opponent_requests" integer DEFAULT 0 NOT NULL;
CREATE INDEX "notifications_of_security" ON "notifications" USING btree ("user_id","position") WHERE "notifications"."type" = 'security';
ALTER TABLE "battles" ADD CONSTRAINT "battles_requests" CHECK ("battles"."challenger_requests" between 0 and 3 and "battles"."opponent_requests" between 0 and 3);