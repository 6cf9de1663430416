ALTER TABLE "kept_learning" ADD COLUMN "rest_days" integer DEFAULT 0 NOT NULL;
ALTER TABLE "kept_learning" ADD COLUMN "rest_progress" integer DEFAULT 0 NOT NULL;
ALTER TABLE "kept_learning" ADD COLUMN "rest_counted_on" date;
ALTER TABLE "learners" ADD COLUMN "rest_days" integer DEFAULT 0 NOT NULL;
ALTER TABLE "learners" ADD COLUMN "rest_progress" integer DEFAULT 0 NOT NULL;
ALTER TABLE "learners" ADD COLUMN "rest_counted_on" date;
ALTER TABLE "lesson_completions" ADD COLUMN "rest_days_after" integer DEFAULT 0 NOT NULL;
ALTER TABLE "lesson_completions" ADD COLUMN "rested_days" date[] DEFAULT '{}' NOT NULL;

-- A streak lives as long as its rest days cover what was missed.
create or replace view streaks as
  select user_id, time_zone, day_floor, streak_days, last_day, excused_days, rest_days from learners;
