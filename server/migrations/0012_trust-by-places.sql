-- Inviters are told again, with the time of a notice.
delete from trust_rings;

CREATE TABLE "trust_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trust_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"changed_in" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);

CREATE TABLE "trust_liabilities" (
	"giver_id" uuid NOT NULL,
	"receiver_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "trust_liabilities_giver_id_receiver_id_pk" PRIMARY KEY("giver_id","receiver_id"),
	CONSTRAINT "trust_liabilities_cause" CHECK ("trust_liabilities"."cause" in ('suspended', 'ring'))
);

CREATE TABLE "trust_ring_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"found_at" timestamp with time zone NOT NULL
);

CREATE TABLE "trust_seeds" (
	"address" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"bound_at" timestamp with time zone NOT NULL
);

ALTER TABLE "trust_values" DROP CONSTRAINT "trust_values_some";
ALTER TABLE "trust_rings" ADD COLUMN "counts_from" timestamp with time zone NOT NULL;
ALTER TABLE "trust_values" ADD COLUMN "passes" bigint[] DEFAULT '{}' NOT NULL;
CREATE INDEX "trust_changes_by_transaction" ON "trust_changes" USING btree ("changed_in");
CREATE INDEX "trust_changes_by_age" ON "trust_changes" USING btree ("changed_at");
CREATE INDEX "trust_liabilities_of_receiver" ON "trust_liabilities" USING btree ("receiver_id");
CREATE INDEX "trust_liabilities_by_end" ON "trust_liabilities" USING btree ("ends_at");
ALTER TABLE "trust_state" DROP COLUMN "version";
ALTER TABLE "trust_state" DROP COLUMN "day";
ALTER TABLE "trust_state" DROP COLUMN "relations";
ALTER TABLE "trust_state" DROP COLUMN "up_to_block";
ALTER TABLE "trust_state" DROP COLUMN "payments";
ALTER TABLE "trust_values" ADD CONSTRAINT "trust_values_some" CHECK ("trust_values"."points" >= 0);
ALTER TABLE "trust_state" ADD COLUMN "places" bigint DEFAULT 0 NOT NULL;

-- Each pair whose vouches count today stands by one another: at most ten a giver, those with most net USDC first.
insert into places (id, giver_id, receiver_id, placed_at)
select gen_random_uuid(), ranked.giver_id, ranked.receiver_id, ranked.first_at
from (
  select net.*, row_number() over (partition by net.giver_id order by net.micros desc, net.first_at, net.receiver_id) as nr
  from (
    select paid.giver_id, paid.receiver_id, paid.first_at,
           paid.micros - coalesce((select sum(b.usdc_micros) from vouches b
                                   where b.voucher_id = paid.receiver_id and b.target_id = paid.giver_id), 0) as micros
    from (
      select v.voucher_id as giver_id, v.target_id as receiver_id, sum(v.usdc_micros) as micros, min(v.vouched_at) as first_at
      from vouches v where v.voucher_id is not null and v.target_id is not null and not v.was_blocked
      group by v.voucher_id, v.target_id) paid
    where not exists (select 1 from users u where u.id in (paid.giver_id, paid.receiver_id) and u.deleted_at is not null)
      and not exists (select 1 from suspensions s
                      where s.user_id in (paid.giver_id, paid.receiver_id) and s.scope = 'account' and s.lifted_at is null)
      and not exists (select 1 from blocks b
                      where (b.blocker_id = paid.giver_id and b.blocked_id = paid.receiver_id)
                         or (b.blocker_id = paid.receiver_id and b.blocked_id = paid.giver_id))
      and not exists (select 1 from related_pairs r
                      where r.a_id = least(paid.giver_id, paid.receiver_id)
                        and r.b_id = greatest(paid.giver_id, paid.receiver_id) and r.is_related)) net
  where net.micros >= 1000000) ranked
where ranked.nr <= 10
on conflict do nothing;

-- Trust is calculated again for people whose places or suspension changed.
create function mark_place_change() returns trigger language plpgsql as $$
begin
  insert into trust_changes (user_id, changed_in, changed_at)
  values (coalesce(new.giver_id, old.giver_id), pg_current_xact_id()::text::bigint, clock_timestamp());
  return null;
end $$;

create trigger places_change_trust after insert or update of ended_at or delete on places
  for each row execute function mark_place_change();

create function mark_suspension_change() returns trigger language plpgsql as $$
begin
  insert into trust_changes (user_id, changed_in, changed_at)
  values (new.user_id, pg_current_xact_id()::text::bigint, clock_timestamp());
  return null;
end $$;

create trigger suspensions_change_trust after insert or update of lifted_at on suspensions
  for each row when (new.scope = 'account') execute function mark_suspension_change();
