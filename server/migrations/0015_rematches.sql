ALTER TABLE "battles" ADD COLUMN "rematch_of" uuid;
ALTER TABLE "battles" ADD CONSTRAINT "battles_rematch_of_battles_id_fk" FOREIGN KEY ("rematch_of") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "battles_open_rematch" ON "battles" USING btree ("rematch_of") WHERE "battles"."rematch_of" is not null and "battles"."due_at" is not null;