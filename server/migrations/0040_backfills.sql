CREATE TABLE "backfills" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"cursor" text,
	"passes" integer DEFAULT 0 NOT NULL,
	"filled" bigint DEFAULT 0 NOT NULL,
	"filled_in_pass" bigint DEFAULT 0 NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "backfills_filled" CHECK ("backfills"."filled_in_pass" between 0 and "backfills"."filled")
);
