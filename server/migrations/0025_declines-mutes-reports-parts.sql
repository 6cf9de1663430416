CREATE TABLE "challenge_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"challengers" text NOT NULL,
	CONSTRAINT "challenge_settings_challengers" CHECK ("challenge_settings"."challengers" in ('known', 'nobody'))
);

CREATE TABLE "mutes" (
	"muter_id" uuid NOT NULL,
	"muted_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "mutes_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"muted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mutes_muter_id_muted_id_pk" PRIMARY KEY("muter_id","muted_id"),
	CONSTRAINT "mutes_newest" UNIQUE("muter_id","position"),
	CONSTRAINT "mutes_another" CHECK ("mutes"."muter_id" <> "mutes"."muted_id")
);

CREATE TABLE "person_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "person_reports_another" CHECK ("person_reports"."person_id" <> "person_reports"."reporter_id"),
	CONSTRAINT "person_reports_reason" CHECK ("person_reports"."reason" in ('scam', 'impersonation', 'abuse', 'spam', 'other')),
	CONSTRAINT "person_reports_text" CHECK (length("person_reports"."text") <= 500)
);

CREATE TABLE "reputation_parts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"learned" bigint NOT NULL,
	"won" bigint NOT NULL
);

ALTER TABLE "battles" ADD COLUMN "decline_reason" text;
ALTER TABLE "challenge_settings" ADD CONSTRAINT "challenge_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_muter_id_users_id_fk" FOREIGN KEY ("muter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_muted_id_users_id_fk" FOREIGN KEY ("muted_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "person_reports" ADD CONSTRAINT "person_reports_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "person_reports" ADD CONSTRAINT "person_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "mutes_of_muted" ON "mutes" USING btree ("muted_id");
CREATE UNIQUE INDEX "person_reports_open" ON "person_reports" USING btree ("person_id","reporter_id") WHERE "person_reports"."settled_at" is null;
CREATE INDEX "person_reports_waiting" ON "person_reports" USING btree ("reported_at") WHERE "person_reports"."settled_at" is null;
CREATE INDEX "person_reports_of_person" ON "person_reports" USING btree ("person_id");
CREATE INDEX "person_reports_of_reporter" ON "person_reports" USING btree ("reporter_id");
CREATE INDEX "reputation_parts_by_learned" ON "reputation_parts" USING btree ("learned","user_id");
CREATE INDEX "reputation_parts_by_won" ON "reputation_parts" USING btree ("won","user_id");
ALTER TABLE "battles" ADD CONSTRAINT "battles_decline_reason" CHECK ("battles"."decline_reason" is null or "battles"."status" = 'rejected'
        and "battles"."decline_reason" in ('time', 'stake', 'length', 'later', 'no'));