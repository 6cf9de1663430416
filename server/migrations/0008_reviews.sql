-- Each question a user has answered, and when it comes back.
create table review_cards (
  user_id uuid not null references users (id),
  lesson_id text not null,
  question_id text not null,
  due_at timestamptz not null,
  stability double precision not null,
  difficulty double precision not null,
  scheduled_days integer not null,
  reps integer not null,
  lapses integer not null,
  state integer not null,
  reviewed_at timestamptz not null,
  primary key (user_id, lesson_id, question_id)
);

-- Questions are named as `lesson/question`, in the order asked.
create table reviews (
  user_id uuid not null references users (id),
  day date not null,
  number integer not null,
  questions text[] not null,
  right_answers integer not null default 0,
  wrong_answers integer not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (user_id, day, number)
);
