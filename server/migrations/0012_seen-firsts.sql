-- What has been shown to somebody once: the welcome of their first sign-in, the first vouch they received.
CREATE TABLE "seen_firsts" (
	"user_id" uuid NOT NULL,
	"first" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "seen_firsts_user_id_first_pk" PRIMARY KEY("user_id","first")
);

ALTER TABLE "seen_firsts" ADD CONSTRAINT "seen_firsts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;

-- Accounts from before have had both.
insert into seen_firsts (user_id, first, seen_at)
select id, 'sign_in', clock_timestamp() from users where deleted_at is null;
insert into seen_firsts (user_id, first, seen_at)
select u.id, 'vouch_received', clock_timestamp() from users u
where u.deleted_at is null and exists (select 1 from vouches v where v.target_id = u.id);
