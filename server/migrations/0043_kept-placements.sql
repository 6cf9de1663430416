-- Not breaking: the version before keeps learning without them.
ALTER TABLE "kept_learning" ADD COLUMN "placements" jsonb DEFAULT '[]'::jsonb NOT NULL;
