-- How many questions of a lesson's check were answered right and wrong on a day.
alter table lesson_quizzes add column attempt_day date;
alter table lesson_quizzes add column right_answers integer not null default 0;
alter table lesson_quizzes add column wrong_answers integer not null default 0;
