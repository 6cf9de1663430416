CREATE TABLE "status_days" (
	"day" date NOT NULL,
	"part" text NOT NULL,
	"up" integer NOT NULL,
	"degraded" integer NOT NULL,
	"down" integer NOT NULL,
	CONSTRAINT "status_days_day_part_pk" PRIMARY KEY("day","part"),
	CONSTRAINT "status_days_minutes" CHECK (least("status_days"."up", "status_days"."degraded", "status_days"."down") >= 0),
	CONSTRAINT "status_days_a_day" CHECK ("status_days"."up" + "status_days"."degraded" + "status_days"."down" <= 1440)
);

CREATE TABLE "status_recorder" (
	"id" smallint PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	CONSTRAINT "status_recorder_one" CHECK ("status_recorder"."id" = 1)
);
