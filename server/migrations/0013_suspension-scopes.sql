-- A freeze of redeeming is a suspension of that scope: one table, and one history a person can read.
DROP INDEX "suspensions_one_now";
ALTER TABLE "suspensions" ADD COLUMN "scope" text;
update suspensions set scope = 'account';
ALTER TABLE "suspensions" ALTER COLUMN "scope" SET NOT NULL;
insert into suspensions (user_id, scope, reason, suspended_at, lifted_at)
select user_id, 'redeeming', reason, frozen_at, lifted_at from redemption_freezes order by id;
DROP TABLE "redemption_freezes";
CREATE UNIQUE INDEX "suspensions_one_now" ON "suspensions" USING btree ("user_id","scope") WHERE "suspensions"."lifted_at" is null;
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_scope" CHECK ("suspensions"."scope" in ('account', 'redeeming'));
