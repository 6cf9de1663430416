CREATE TABLE "redemption_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"request_key" text,
	"amount" bigint NOT NULL,
	"above" bigint,
	"is_related" boolean NOT NULL,
	"ledger_hold" uuid,
	"status" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"answer" text,
	"appeal" text,
	"appealed_at" timestamp with time zone,
	"appeal_answer" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "redemption_reviews_request" UNIQUE("user_id","request_key"),
	CONSTRAINT "redemption_reviews_status" CHECK ("redemption_reviews"."status" in ('waiting', 'approved', 'rejected', 'cancelled', 'unanswered', 'unused', 'signed')),
	CONSTRAINT "redemption_reviews_amount" CHECK ("redemption_reviews"."amount" > 0),
	CONSTRAINT "redemption_reviews_cause" CHECK ("redemption_reviews"."above" is not null or "redemption_reviews"."is_related"),
	CONSTRAINT "redemption_reviews_until" CHECK (("redemption_reviews"."until" is not null) = ("redemption_reviews"."status" in ('waiting', 'approved'))),
	CONSTRAINT "redemption_reviews_hold" CHECK ("redemption_reviews"."ledger_hold" is null or "redemption_reviews"."status" in ('waiting', 'approved')),
	CONSTRAINT "redemption_reviews_appeal" CHECK (("redemption_reviews"."appeal" is null) = ("redemption_reviews"."appealed_at" is null)
        and ("redemption_reviews"."appeal_answer" is null or "redemption_reviews"."appealed_at" is not null)),
	CONSTRAINT "redemption_reviews_decided" CHECK (case when "redemption_reviews"."status" in ('approved', 'rejected')
        then "redemption_reviews"."decided_at" is not null and "redemption_reviews"."decided_by" is not null
          and (case when "redemption_reviews"."appealed_at" is null then "redemption_reviews"."answer" else "redemption_reviews"."appeal_answer" end) is not null
        else "redemption_reviews"."status" <> 'waiting' or "redemption_reviews"."decided_at" is null end)
);

ALTER TABLE "admin_proposals" DROP CONSTRAINT "admin_proposals_action";
ALTER TABLE "redemption_reviews" ADD CONSTRAINT "redemption_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "redemption_reviews_one_open" ON "redemption_reviews" USING btree ("user_id") WHERE "redemption_reviews"."status" in ('waiting', 'approved');
CREATE INDEX "redemption_reviews_by_user" ON "redemption_reviews" USING btree ("user_id","opened_at");
CREATE INDEX "redemption_reviews_due" ON "redemption_reviews" USING btree ("until") WHERE "redemption_reviews"."until" is not null;
CREATE INDEX "redemption_reviews_decided" ON "redemption_reviews" USING btree ("decided_at") WHERE "redemption_reviews"."status" in ('approved', 'rejected');
ALTER TABLE "admin_proposals" ADD CONSTRAINT "admin_proposals_action" CHECK ("admin_proposals"."action" in ('void-battle', 'unfreeze-redemption', 'approve-redemption'));