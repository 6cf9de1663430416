ALTER TABLE "lesson_completions" ADD COLUMN "broke_on" date;
ALTER TABLE "lesson_completions" ADD CONSTRAINT "lesson_completions_won_back_once" UNIQUE("user_id","broke_on");

-- What counts in leagues (lessons). A streak that was won back doesn't.
create or replace view learning_moments as
  select user_id, completed_at as at, coalesce(difficulty, 'review') as what from lesson_completions
  where difficulty is not null or (is_review and streak_after > 0 and broke_on is null)
  union all
  select user_id, known_at, 'card' from review_cards where known_at is not null;
