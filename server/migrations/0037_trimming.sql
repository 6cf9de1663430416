CREATE TABLE "trim_rounds" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"cutoff" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"removed" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "trim_rounds_removed" CHECK ("trim_rounds"."removed" >= 0)
);

CREATE INDEX "trim_rounds_due" ON "trim_rounds" USING btree ("due_at");
CREATE INDEX "battle_steps_by_age" ON "battle_steps" USING btree ("at");
CREATE INDEX "notifications_read_by_age" ON "notifications" USING btree ("created_at") WHERE "notifications"."is_read" or not "notifications"."in_bell";
CREATE INDEX "notifications_unread_by_age" ON "notifications" USING btree ("created_at") WHERE not "notifications"."is_read" and "notifications"."in_bell";

-- Steps of a battle stay while it isn't over. Those of one that is over are removed by age (`retention` of battles).
-- Not breaking: the version before never removes steps, and what it may not do stays refused. Its audit of ranks misses
-- the boards that this one removes, so run the audit of this version.
drop trigger battle_steps_append_only on battle_steps;
create trigger battle_steps_append_only before update or truncate on battle_steps
  for each statement execute function refuse_ledger_change();

create or replace function refuse_step_removal() returns trigger language plpgsql as $$
begin
  if exists (select 1 from battles b where b.id = old.battle_id and b.due_at is null) then return old; end if;
  raise exception 'the steps of a battle stay until it is over' using errcode = 'restrict_violation';
end $$;
create trigger battle_steps_stay before delete on battle_steps
  for each row execute function refuse_step_removal();
