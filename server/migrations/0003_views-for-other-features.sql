-- Views of what a feature keeps for others to read. Each is a plain selection, so a statement that joins one is planned as
-- if it joined the table, and locking its rows locks the table's.

-- Users as others show them (profile).
create view user_profiles as
  select id, username, first_name, profile_image_url, is_admin, created_at, deleted_at from users;

-- Each user's streak, and the day it counts in (lessons).
create view streaks as select user_id, time_zone, day_floor, streak_days, last_day, excused_days from learners;

-- The wallet bound to each account that has one (wallets).
create view user_wallets as select user_id, address from wallets;

-- The X account linked to each account that has one (x).
create view x_handles as select user_id, handle from x_accounts;
