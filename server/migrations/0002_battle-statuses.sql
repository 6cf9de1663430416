ALTER TABLE "battles" DROP CONSTRAINT "battles_status";
ALTER TABLE "battles" DROP CONSTRAINT "battles_due_while_open";
DROP INDEX "battles_listed";
CREATE INDEX "battles_listed" ON "battles" USING btree ((case when status = 'active' then 0
  when status in ('pending', 'accepted', 'cancellation_requested') then 1 else 2 end),(case when due_at is not null then due_at - timestamptz '1970-01-01 00:00:00+00'
  else timestamptz '1970-01-01 00:00:00+00' - ends_at end),"id");
ALTER TABLE "battles" ADD CONSTRAINT "battles_status" CHECK ("battles"."status" in ('pending', 'accepted', 'cancellation_requested', 'active', 'completed', 'withdrawn', 'cancelled', 'rejected', 'expired'));
ALTER TABLE "battles" ADD CONSTRAINT "battles_due_while_open" CHECK (("battles"."due_at" is not null) = ("battles"."status" in ('pending', 'accepted', 'cancellation_requested', 'active')));
