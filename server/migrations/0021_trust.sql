CREATE TABLE "trust_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"day" integer NOT NULL,
	"seeds" text NOT NULL,
	"up_to_block" bigint NOT NULL,
	"payments" bigint NOT NULL,
	"calculated_at" timestamp with time zone,
	CONSTRAINT "trust_state_one" CHECK ("trust_state"."id" = 1)
);

CREATE TABLE "trust_values" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"points" bigint NOT NULL,
	"supporters" integer NOT NULL,
	"top_ids" uuid[] NOT NULL,
	"top_points" bigint[] NOT NULL,
	CONSTRAINT "trust_values_some" CHECK ("trust_values"."points" > 0),
	CONSTRAINT "trust_values_tops" CHECK (cardinality("trust_values"."top_ids") = cardinality("trust_values"."top_points"))
);

CREATE INDEX "trust_values_in_order" ON "trust_values" USING btree ("points","user_id");