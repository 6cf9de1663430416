DROP INDEX "usdc_returns_once";
DROP INDEX "usdc_returns_by_sender";
ALTER TABLE "usdc_returns" ADD COLUMN "day" integer;
ALTER TABLE "usdc_returns" ADD COLUMN "after_vouches" integer;

-- Earlier rows stay apart, each with a number that no later one gets.
update usdc_returns set day = floor(extract(epoch from sent_at) / 86400)::int, after_vouches = -id;

ALTER TABLE "usdc_returns" ALTER COLUMN "day" SET NOT NULL;
ALTER TABLE "usdc_returns" ALTER COLUMN "after_vouches" SET NOT NULL;
CREATE UNIQUE INDEX "usdc_returns_by_day" ON "usdc_returns" USING btree ("from_id","to_id","chain_id","day","after_vouches");
