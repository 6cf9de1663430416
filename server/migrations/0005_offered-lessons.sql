-- The day whose lessons were settled last, and which these are: a release with other lessons changes no day under way.
alter table learners add column offered_on date;
alter table learners add column offered_lessons text[] not null default '{}';
