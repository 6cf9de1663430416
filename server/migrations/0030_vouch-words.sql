CREATE TABLE "vouch_word_reports" (
	"words_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "vouch_word_reports_words_id_reporter_id_pk" PRIMARY KEY("words_id","reporter_id"),
	CONSTRAINT "vouch_word_reports_reason" CHECK ("vouch_word_reports"."reason" in ('abuse', 'spam', 'other'))
);

CREATE TABLE "vouch_words" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"writer_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"text" text,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "vouch_words_event_id_unique" UNIQUE("event_id"),
	CONSTRAINT "vouch_words_text" CHECK (length("vouch_words"."text") between 1 and 140)
);

ALTER TABLE "vouch_word_reports" ADD CONSTRAINT "vouch_word_reports_words_id_vouch_words_id_fk" FOREIGN KEY ("words_id") REFERENCES "public"."vouch_words"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "vouch_word_reports" ADD CONSTRAINT "vouch_word_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "vouch_words" ADD CONSTRAINT "vouch_words_event_id_chain_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."chain_events"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "vouch_words" ADD CONSTRAINT "vouch_words_writer_id_users_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "vouch_words" ADD CONSTRAINT "vouch_words_target_id_users_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "vouch_word_reports_waiting" ON "vouch_word_reports" USING btree ("reported_at") WHERE "vouch_word_reports"."settled_at" is null;
CREATE INDEX "vouch_word_reports_of_reporter" ON "vouch_word_reports" USING btree ("reporter_id");
CREATE INDEX "vouch_words_of_writer" ON "vouch_words" USING btree ("writer_id");
CREATE INDEX "vouch_words_of_target" ON "vouch_words" USING btree ("target_id");