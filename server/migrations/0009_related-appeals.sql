CREATE TABLE "relation_appeals" (
	"user_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"text" text NOT NULL,
	"appealed_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "relation_appeals_user_id_other_id_pk" PRIMARY KEY("user_id","other_id"),
	CONSTRAINT "relation_appeals_another" CHECK ("relation_appeals"."user_id" <> "relation_appeals"."other_id"),
	CONSTRAINT "relation_appeals_text" CHECK (length("relation_appeals"."text") between 1 and 500),
	CONSTRAINT "relation_appeals_answered" CHECK (("relation_appeals"."answer" is null) = ("relation_appeals"."answered_at" is null))
);

ALTER TABLE "related_pairs" ADD COLUMN "cleared_kinds" text[];
ALTER TABLE "related_pairs" ADD COLUMN "told_at" timestamp with time zone;
ALTER TABLE "relation_appeals" ADD CONSTRAINT "relation_appeals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "relation_appeals" ADD CONSTRAINT "relation_appeals_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "relation_appeals_of_other" ON "relation_appeals" USING btree ("other_id");
CREATE INDEX "relation_appeals_waiting" ON "relation_appeals" USING btree ("appealed_at") WHERE "relation_appeals"."answered_at" is null;
ALTER TABLE "related_pairs" ADD CONSTRAINT "related_pairs_kinds" CHECK ("related_pairs"."cleared_kinds" is null or "related_pairs"."cleared_at" is not null);