CREATE TABLE "reserve_snapshots" (
	"chain_id" integer NOT NULL,
	"contract" text NOT NULL,
	"day" date NOT NULL,
	"block_number" bigint NOT NULL,
	"usdc_micros" bigint NOT NULL,
	"outstanding" bigint NOT NULL,
	"ledger" jsonb NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reserve_snapshots_chain_id_contract_day_pk" PRIMARY KEY("chain_id","contract","day")
);
