CREATE TABLE "admin_proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"subject" uuid NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "admin_proposals_action" CHECK ("admin_proposals"."action" in ('void-battle', 'unfreeze-redemption')),
	CONSTRAINT "admin_proposals_another" CHECK ("admin_proposals"."decision" <> 'confirmed' or "admin_proposals"."decided_by" <> "admin_proposals"."proposed_by"),
	CONSTRAINT "admin_proposals_decided" CHECK (case when "admin_proposals"."decision" is null then "admin_proposals"."decided_by" is null and "admin_proposals"."decided_at" is null
        else "admin_proposals"."decision" in ('confirmed', 'withdrawn', 'lapsed') and "admin_proposals"."decided_at" is not null
          and ("admin_proposals"."decision" = 'lapsed') = ("admin_proposals"."decided_by" is null) end)
);

CREATE UNIQUE INDEX "admin_proposals_open" ON "admin_proposals" USING btree ("action","subject") WHERE "admin_proposals"."decision" is null;
CREATE INDEX "admin_proposals_in_order" ON "admin_proposals" USING btree ("proposed_at") WHERE "admin_proposals"."decision" is null;