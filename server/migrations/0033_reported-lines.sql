ALTER TABLE "text_reports" ADD COLUMN "line" text;
UPDATE "text_reports" r SET "line" = p."line" FROM "places" p
WHERE r."kind" = 'line' AND p."id" = r."text_id" AND r."settled_at" IS NULL;
