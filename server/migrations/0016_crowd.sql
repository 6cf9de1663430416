CREATE TABLE "battle_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"battle_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"text" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "battle_comments_place" UNIQUE("battle_id","author_id","place"),
	CONSTRAINT "battle_comments_limit" CHECK ("battle_comments"."place" between 1 and 20),
	CONSTRAINT "battle_comments_text" CHECK (length("battle_comments"."text") between 1 and 140)
);

CREATE TABLE "comment_mutes" (
	"battle_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"muted_by" uuid NOT NULL,
	"muted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "comment_mutes_battle_id_user_id_pk" PRIMARY KEY("battle_id","user_id")
);

CREATE TABLE "comment_reports" (
	"comment_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "comment_reports_comment_id_reporter_id_pk" PRIMARY KEY("comment_id","reporter_id"),
	CONSTRAINT "comment_reports_reason" CHECK ("comment_reports"."reason" in ('abuse', 'spam', 'other'))
);

ALTER TABLE "battle_comments" ADD CONSTRAINT "battle_comments_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "battle_comments" ADD CONSTRAINT "battle_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "comment_mutes" ADD CONSTRAINT "comment_mutes_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "comment_mutes" ADD CONSTRAINT "comment_mutes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "comment_mutes" ADD CONSTRAINT "comment_mutes_muted_by_users_id_fk" FOREIGN KEY ("muted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "comment_reports" ADD CONSTRAINT "comment_reports_comment_id_battle_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."battle_comments"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "comment_reports" ADD CONSTRAINT "comment_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "battle_comments_newest" ON "battle_comments" USING btree ("battle_id","written_at","id");
CREATE INDEX "battle_comments_by_author" ON "battle_comments" USING btree ("author_id","written_at");
CREATE INDEX "comment_mutes_of_user" ON "comment_mutes" USING btree ("user_id");
CREATE INDEX "comment_reports_waiting" ON "comment_reports" USING btree ("reported_at") WHERE "comment_reports"."settled_at" is null;
CREATE INDEX "comment_reports_of_reporter" ON "comment_reports" USING btree ("reporter_id");