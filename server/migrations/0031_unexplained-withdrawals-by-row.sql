-- What a withdrawal came to that no redemption covered was known by the ledger's transfers alone.
UPDATE "steeze_withdrawals" SET "unexplained" = "amount" WHERE "redemption_id" IS NULL;--> statement-breakpoint
UPDATE "steeze_withdrawals" w SET "unexplained" = least(w."amount", t."amount")
FROM "chain_events" e, "ledger_transfers" t
WHERE w."redemption_id" IS NOT NULL AND e."id" = w."event_id" AND t."kind" = 'steeze_unexplained'
  AND t."key" = 'steeze-withdrawal/' || e."chain_id" || '/' || e."tx_hash" || '/' || e."log_index" || '/unexplained';
