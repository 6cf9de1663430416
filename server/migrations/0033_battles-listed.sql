CREATE INDEX "battles_listed" ON "battles" USING btree ((case when status = 'active' then 0
  when status in ('pending', 'challenge_sent', 'accepted', 'cancellation_requested') then 1 else 2 end),(case when due_at is not null then due_at - timestamptz '1970-01-01 00:00:00+00'
  else timestamptz '1970-01-01 00:00:00+00' - ends_at end),"id");--> statement-breakpoint
CREATE INDEX "battles_listed_completed" ON "battles" USING btree ((case when due_at is not null then due_at - timestamptz '1970-01-01 00:00:00+00'
  else timestamptz '1970-01-01 00:00:00+00' - ends_at end),"id") WHERE "battles"."status" = 'completed';