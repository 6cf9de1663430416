CREATE TABLE "text_reports" (
	"kind" text NOT NULL,
	"text_id" uuid NOT NULL,
	"writer_id" uuid NOT NULL,
	"about_id" uuid,
	"reporter_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "text_reports_text_id_reporter_id_pk" PRIMARY KEY("text_id","reporter_id"),
	CONSTRAINT "text_reports_kind" CHECK ("text_reports"."kind" in ('comment', 'words', 'line')),
	CONSTRAINT "text_reports_about" CHECK (("text_reports"."kind" = 'comment') = ("text_reports"."about_id" is null)),
	CONSTRAINT "text_reports_reason" CHECK ("text_reports"."reason" in ('abuse', 'spam', 'other'))
);

insert into text_reports (kind, text_id, writer_id, about_id, reporter_id, reason, reported_at, settled_at)
select 'comment', c.id, c.author_id, null, r.reporter_id, r.reason, r.reported_at, r.settled_at
from comment_reports r join battle_comments c on c.id = r.comment_id
union all
select 'words', w.id, w.writer_id, w.target_id, r.reporter_id, r.reason, r.reported_at, r.settled_at
from vouch_word_reports r join vouch_words w on w.id = r.words_id
union all
select 'line', p.id, p.giver_id, p.receiver_id, r.reporter_id, r.reason, r.reported_at, r.settled_at
from place_line_reports r join places p on p.id = r.place_id;

DROP TABLE "comment_reports" CASCADE;
DROP TABLE "place_line_reports" CASCADE;
DROP TABLE "vouch_word_reports" CASCADE;
ALTER TABLE "text_reports" ADD CONSTRAINT "text_reports_writer_id_users_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "text_reports" ADD CONSTRAINT "text_reports_about_id_users_id_fk" FOREIGN KEY ("about_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "text_reports" ADD CONSTRAINT "text_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "text_reports_waiting" ON "text_reports" USING btree ("reported_at") WHERE "text_reports"."settled_at" is null;
CREATE INDEX "text_reports_of_writer" ON "text_reports" USING btree ("writer_id");
CREATE INDEX "text_reports_about_person" ON "text_reports" USING btree ("about_id");
CREATE INDEX "text_reports_of_reporter" ON "text_reports" USING btree ("reporter_id");