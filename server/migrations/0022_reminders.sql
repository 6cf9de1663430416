CREATE TABLE "reminder_rounds" (
	"time_zone" text PRIMARY KEY NOT NULL,
	"day" date,
	"step" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"done_up_to" uuid
);

CREATE TABLE "reminders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"chosen_hour" smallint,
	"usual_hour" smallint,
	"is_stale" boolean DEFAULT false NOT NULL,
	CONSTRAINT "reminders_hours" CHECK (chosen_hour between 7 and 21 and usual_hour between 7 and 21)
);

ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "reminder_rounds_due" ON "reminder_rounds" USING btree ("due_at");
CREATE INDEX "reminders_by_hour" ON "reminders" USING btree ("time_zone",coalesce("chosen_hour", "usual_hour"),"user_id");
CREATE INDEX "reminders_by_zone" ON "reminders" USING btree ("time_zone","user_id");
CREATE INDEX "reminders_stale" ON "reminders" USING btree ("user_id") WHERE "reminders"."is_stale";
-- The reminder of each learner, and the rounds of the zone they live in.
create or replace function follow_learner() returns trigger language plpgsql as $$
begin
  insert into reminders (user_id, time_zone) values (new.user_id, new.time_zone) on conflict do nothing;
  insert into reminder_rounds (time_zone, due_at) values (new.time_zone, '-infinity') on conflict do nothing;
  return null;
end $$;

create or replace trigger learners_remind after insert on learners
  for each row execute function follow_learner();

create or replace function follow_learner_zone() returns trigger language plpgsql as $$
begin
  update reminders set time_zone = new.time_zone, is_stale = true where user_id = new.user_id;
  insert into reminder_rounds (time_zone, due_at) values (new.time_zone, '-infinity') on conflict do nothing;
  return null;
end $$;

create or replace trigger learners_remind_in_zone after update of time_zone on learners
  for each row when (new.time_zone <> old.time_zone) execute function follow_learner_zone();

-- A day that counts needs no reminder: one in the bell is read, and one that no browser has shown yet is not sent.
create or replace function close_reminders() returns trigger language plpgsql as $$
begin
  update reminders set is_stale = true where user_id in (select user_id from added) and not is_stale;
  with closed as (
    update notifications n set is_read = true from added a
    where n.user_id = a.user_id and n.key in ('reminder/' || a.day || '/day', 'reminder/' || a.day || '/streak')
    returning n.id
  )
  delete from push_messages m using closed where m.notification_id = closed.id;
  return null;
end $$;

create or replace trigger lesson_completions_close_reminders after insert on lesson_completions
  referencing new table as added for each statement execute function close_reminders();

insert into reminders (user_id, time_zone, is_stale)
select user_id, time_zone, last_day is not null from learners
where not exists (select 1 from users u where u.id = user_id and u.deleted_at is not null) on conflict do nothing;
insert into reminder_rounds (time_zone, due_at) select distinct time_zone, '-infinity'::timestamptz from learners
on conflict do nothing;
