ALTER TABLE "battles" ADD COLUMN "soft_close" boolean DEFAULT false NOT NULL;
ALTER TABLE "battles" ADD COLUMN "planned_ends_at" timestamp with time zone;
ALTER TABLE "battles" ADD COLUMN "extended_at" timestamp with time zone[] DEFAULT '{}' NOT NULL;
ALTER TABLE "battles" ADD CONSTRAINT "battles_extended" CHECK (case cardinality("battles"."extended_at") when 0 then "battles"."planned_ends_at" is null
        else "battles"."soft_close" and cardinality("battles"."extended_at") <= 3
          and array_position("battles"."extended_at", null) is null and "battles"."planned_ends_at" is not null
          and "battles"."extended_at"[1] < "battles"."planned_ends_at"
          and "battles"."extended_at"[1] > "battles"."planned_ends_at" - interval '60 seconds'
          and (cardinality("battles"."extended_at") < 2 or "battles"."extended_at"[2] > "battles"."extended_at"[1]
            and "battles"."extended_at"[2] < "battles"."extended_at"[1] + interval '60 seconds')
          and (cardinality("battles"."extended_at") < 3 or "battles"."extended_at"[3] > "battles"."extended_at"[2]
            and "battles"."extended_at"[3] < "battles"."extended_at"[2] + interval '60 seconds')
          and "battles"."ends_at" = "battles"."extended_at"[cardinality("battles"."extended_at")] + interval '60 seconds' end);