-- By their ceilings, as the reader sorts them.
-- Not breaking: an index only.
CREATE INDEX CONCURRENTLY "battle_gifters_highest" ON "battle_gifters" USING btree ("battle_id","participant_id","ceiling" DESC NULLS FIRST,"ceiling_tie" DESC NULLS FIRST);
