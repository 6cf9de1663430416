CREATE TABLE "battle_courses" (
	"battle_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone,
	"gifters" integer,
	"lead_changes" integer,
	"decided_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	CONSTRAINT "battle_courses_due_or_computed" CHECK (num_nonnulls("battle_courses"."gifters", "battle_courses"."lead_changes", "battle_courses"."settled_at") =
        case when "battle_courses"."due_at" is null then 3 else 0 end)
);

ALTER TABLE "battle_courses" ADD CONSTRAINT "battle_courses_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "battle_courses_due" ON "battle_courses" USING btree ("due_at","battle_id") WHERE "battle_courses"."due_at" is not null;