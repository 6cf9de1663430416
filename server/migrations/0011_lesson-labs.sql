-- Labs solved, by learner and lesson.
create table lesson_labs (
  user_id uuid not null references users (id),
  lesson_id text not null,
  done_at timestamptz not null,
  primary key (user_id, lesson_id)
);
