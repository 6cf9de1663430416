CREATE TABLE "audit_runs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"findings" integer NOT NULL,
	"checkpoint" text,
	"signature" "bytea",
	"key_id" text,
	CONSTRAINT "audit_runs_kind" CHECK ("audit_runs"."kind" in ('full', 'incremental')),
	CONSTRAINT "audit_runs_findings" CHECK ("audit_runs"."findings" >= 0),
	CONSTRAINT "audit_runs_checkpoint" CHECK (num_nulls("audit_runs"."checkpoint", "audit_runs"."signature", "audit_runs"."key_id") in (0, 3)
        and ("audit_runs"."findings" = 0 or "audit_runs"."checkpoint" is null))
);
