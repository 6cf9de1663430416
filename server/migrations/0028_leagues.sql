CREATE TABLE "league_entries" (
	"user_id" uuid NOT NULL,
	"week" integer NOT NULL,
	"level" smallint,
	"league" integer,
	"points" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"reached_at" timestamp with time zone NOT NULL,
	"is_out" boolean DEFAULT false NOT NULL,
	"place" smallint,
	"moved" smallint,
	CONSTRAINT "league_entries_user_id_week_pk" PRIMARY KEY("user_id","week"),
	CONSTRAINT "league_entries_some" CHECK ("league_entries"."points" > 0),
	CONSTRAINT "league_entries_seat" CHECK (("league_entries"."level" is null) = ("league_entries"."league" is null)),
	CONSTRAINT "league_entries_level" CHECK ("league_entries"."level" between 1 and 10),
	CONSTRAINT "league_entries_result" CHECK (("league_entries"."place" is null) = ("league_entries"."moved" is null)
        and ("league_entries"."place" is null or ("league_entries"."league" is not null and not "league_entries"."is_out"))),
	CONSTRAINT "league_entries_moved" CHECK ("league_entries"."moved" between -1 and 1 and "league_entries"."level" + "league_entries"."moved" between 1 and 10)
);

CREATE TABLE "league_members" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"joined_at" timestamp with time zone NOT NULL
);

CREATE TABLE "league_weeks" (
	"week" integer NOT NULL,
	"level" smallint NOT NULL,
	"seats" integer DEFAULT 0 NOT NULL,
	"closed" integer DEFAULT 0 NOT NULL,
	"told" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "league_weeks_week_level_pk" PRIMARY KEY("week","level"),
	CONSTRAINT "league_weeks_told" CHECK ("league_weeks"."told" between 0 and "league_weeks"."closed")
);

ALTER TABLE "lesson_completions" ADD COLUMN "difficulty" text;
ALTER TABLE "review_cards" ADD COLUMN "known_at" timestamp with time zone;
ALTER TABLE "league_entries" ADD CONSTRAINT "league_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "league_members" ADD CONSTRAINT "league_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "league_entries_in_league" ON "league_entries" USING btree ("week","level","league");
CREATE INDEX "league_entries_unseated" ON "league_entries" USING btree ("week","first_at","user_id") WHERE "league_entries"."league" is null;

-- Points change in place, and so do places.
alter table league_entries set (fillfactor = 75);

-- Questions that are known already don't become so again.
update review_cards set known_at = reviewed_at where scheduled_days >= 7;

-- What each user learned, and when (lessons): lessons by their difficulty, finished reviews, and questions that became known.
create or replace view learning_moments as
  select user_id, completed_at as at, coalesce(difficulty, 'review') as what from lesson_completions
  where difficulty is not null or is_review
  union all
  select user_id, known_at, 'card' from review_cards where known_at is not null;

-- Weeks since 1970, from Monday to Sunday in UTC. 1970-01-01 was a Thursday.
create or replace function league_week(at timestamptz) returns integer language sql immutable as $$
  select floor((extract(epoch from at) / 86400 + 3) / 7)::integer
$$;

create or replace function league_week_start(week integer) returns timestamptz language sql immutable as $$
  select to_timestamp((week * 7 - 3) * 86400::double precision)
$$;

-- As LEAGUE_RULES.points in the api.
create or replace function league_points(what text) returns integer language sql immutable as $$
  select case what when 'beginner' then 4 when 'intermediate' then 6 when 'advanced' then 9
                   when 'card' then 2 when 'review' then 3 end
$$;

-- Counts what a member learned in a week. A closed week stays as it is.
create or replace function score_league_entry(member uuid, of_week integer) returns void language plpgsql as $$
begin
  insert into league_entries as e (user_id, week, points, first_at, reached_at)
  select member, of_week, sum(league_points(l.what)), min(l.at), max(l.at) from learning_moments l
  where l.user_id = member and l.at >= league_week_start(of_week) and l.at < league_week_start(of_week + 1)
    and exists (select 1 from league_members m where m.user_id = member)
  having count(*) > 0
  on conflict (user_id, week) do update
    set points = excluded.points, first_at = excluded.first_at, reached_at = excluded.reached_at, is_out = false
    where e.place is null;
end $$;

-- The argument names the column with the moment.
create or replace function score_learner() returns trigger language plpgsql as $$
begin
  if exists (select 1 from league_members m where m.user_id = new.user_id) then
    perform score_league_entry(new.user_id, league_week((to_jsonb(new) ->> tg_argv[0])::timestamptz));
  end if;
  return null;
end $$;

create or replace trigger lesson_completions_score after insert on lesson_completions
  for each row when (new.difficulty is not null or new.is_review) execute function score_learner('completed_at');

create or replace trigger review_cards_score after insert or update of known_at on review_cards
  for each row when (new.known_at = new.reviewed_at) execute function score_learner('known_at');
