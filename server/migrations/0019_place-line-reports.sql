CREATE TABLE "place_line_reports" (
	"place_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "place_line_reports_place_id_reporter_id_pk" PRIMARY KEY("place_id","reporter_id"),
	CONSTRAINT "place_line_reports_reason" CHECK ("place_line_reports"."reason" in ('abuse', 'spam', 'other'))
);

ALTER TABLE "place_line_reports" ADD CONSTRAINT "place_line_reports_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "place_line_reports" ADD CONSTRAINT "place_line_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "place_line_reports_waiting" ON "place_line_reports" USING btree ("reported_at") WHERE "place_line_reports"."settled_at" is null;
CREATE INDEX "place_line_reports_of_reporter" ON "place_line_reports" USING btree ("reporter_id");