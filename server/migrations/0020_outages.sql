CREATE TABLE "battle_pulse" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "battle_pulse_one" CHECK ("battle_pulse"."only")
);

ALTER TABLE "battles" DROP CONSTRAINT "battles_extended";
ALTER TABLE "battles" ADD COLUMN "outage_from" timestamp with time zone;
ALTER TABLE "battles" ADD COLUMN "outage_to" timestamp with time zone;
ALTER TABLE "battles" ADD COLUMN "outage_end" timestamp with time zone;
ALTER TABLE "battles" ADD COLUMN "outage_moved_to" timestamp with time zone;
ALTER TABLE "battles" ADD COLUMN "outage_gifts" integer;
ALTER TABLE "battles" ADD COLUMN "outage_extensions" integer;
ALTER TABLE "battles" ADD CONSTRAINT "battles_outage" CHECK (case num_nonnulls("battles"."outage_from", "battles"."outage_to", "battles"."outage_end", "battles"."outage_moved_to",
          "battles"."outage_gifts", "battles"."outage_extensions")
        when 0 then true
        when 6 then "battles"."outage_gifts" between 0 and "battles"."gift_count"
          and "battles"."outage_extensions" between 0 and cardinality("battles"."extended_at")
          and "battles"."outage_end" = case "battles"."outage_extensions" when 0 then "battles"."planned_ends_at"
            else "battles"."extended_at"["battles"."outage_extensions"] + interval '60 seconds' end
          and (least("battles"."outage_to", "battles"."outage_end")
    - greatest("battles"."outage_from", "battles"."outage_end" - interval '60 seconds', "battles"."starts_at")) > interval '5 seconds'
          and "battles"."outage_moved_to" = greatest("battles"."outage_end", "battles"."outage_to") + (least("battles"."outage_to", "battles"."outage_end")
    - greatest("battles"."outage_from", "battles"."outage_end" - interval '60 seconds', "battles"."starts_at"))
          and "battles"."outage_moved_to" <= "battles"."outage_end" + interval '5 minutes'
        else false end);
ALTER TABLE "battles" ADD CONSTRAINT "battles_extended" CHECK (case when cardinality("battles"."extended_at") = 0 and "battles"."outage_moved_to" is null
        then "battles"."planned_ends_at" is null
        else "battles"."planned_ends_at" is not null and cardinality("battles"."extended_at") <= 3
          and ("battles"."soft_close" or cardinality("battles"."extended_at") = 0)
          and array_position("battles"."extended_at", null) is null
          and (cardinality("battles"."extended_at") < 1
            or "battles"."extended_at"[1] < (case "battles"."outage_extensions" when 0 then "battles"."outage_moved_to" else "battles"."planned_ends_at" end)
              and "battles"."extended_at"[1] > (case "battles"."outage_extensions" when 0 then "battles"."outage_moved_to" else "battles"."planned_ends_at" end) - interval '60 seconds')
          and (cardinality("battles"."extended_at") < 2
            or "battles"."extended_at"[2] > "battles"."extended_at"[1] and "battles"."extended_at"[2] < (case "battles"."outage_extensions" when 1 then "battles"."outage_moved_to" else "battles"."extended_at"[1] + interval '60 seconds' end)
              and "battles"."extended_at"[2] > (case "battles"."outage_extensions" when 1 then "battles"."outage_moved_to" else "battles"."extended_at"[1] + interval '60 seconds' end) - interval '60 seconds')
          and (cardinality("battles"."extended_at") < 3
            or "battles"."extended_at"[3] > "battles"."extended_at"[2] and "battles"."extended_at"[3] < (case "battles"."outage_extensions" when 2 then "battles"."outage_moved_to" else "battles"."extended_at"[2] + interval '60 seconds' end)
              and "battles"."extended_at"[3] > (case "battles"."outage_extensions" when 2 then "battles"."outage_moved_to" else "battles"."extended_at"[2] + interval '60 seconds' end) - interval '60 seconds')
          and "battles"."ends_at" = case "battles"."outage_extensions" when cardinality("battles"."extended_at")
            then "battles"."outage_moved_to"
            else "battles"."extended_at"[cardinality("battles"."extended_at")] + interval '60 seconds' end end);