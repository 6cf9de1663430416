CREATE TABLE "trust_appeals" (
	"user_id" uuid NOT NULL,
	"about_id" uuid NOT NULL,
	"case_at" timestamp with time zone NOT NULL,
	"cause" text NOT NULL,
	"member_ids" uuid[] NOT NULL,
	"text" text NOT NULL,
	"appealed_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"is_granted" boolean,
	CONSTRAINT "trust_appeals_user_id_about_id_case_at_pk" PRIMARY KEY("user_id","about_id","case_at"),
	CONSTRAINT "trust_appeals_cause" CHECK ("trust_appeals"."cause" in ('suspended', 'ring', 'invited')),
	CONSTRAINT "trust_appeals_own" CHECK (("trust_appeals"."cause" = 'invited') = ("trust_appeals"."user_id" = "trust_appeals"."about_id")),
	CONSTRAINT "trust_appeals_text" CHECK (length("trust_appeals"."text") between 1 and 500),
	CONSTRAINT "trust_appeals_answered" CHECK (("trust_appeals"."answer" is null) = ("trust_appeals"."answered_at" is null)),
	CONSTRAINT "trust_appeals_granted" CHECK (("trust_appeals"."is_granted" is null) = ("trust_appeals"."answered_at" is null))
);

ALTER TABLE "trust_rings" ADD COLUMN "member_ids" uuid[] DEFAULT '{}' NOT NULL;
ALTER TABLE "trust_liabilities" ADD COLUMN "forgiven_at" timestamp with time zone;
CREATE INDEX "trust_appeals_about" ON "trust_appeals" USING btree ("about_id");
CREATE INDEX "trust_appeals_waiting" ON "trust_appeals" USING btree ("appealed_at") WHERE "trust_appeals"."answered_at" is null;