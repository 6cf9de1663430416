-- The deletion of an account and the download of its data find rows by these indexes. They read whole tables before.
-- Not breaking: indexes only.
CREATE INDEX CONCURRENTLY "battle_reminders_of_user" ON "battle_reminders" USING btree ("user_id");
CREATE INDEX CONCURRENTLY "comment_mutes_by_muter" ON "comment_mutes" USING btree ("muted_by");
CREATE INDEX CONCURRENTLY "friend_streaks_by_asker" ON "friend_streaks" USING btree ("asked_by");
CREATE INDEX CONCURRENTLY "notifications_by_actor" ON "notifications" USING btree ("actor_id") WHERE "notifications"."actor_id" is not null;
CREATE INDEX CONCURRENTLY "notifications_by_related" ON "notifications" USING btree ("related_id") WHERE "notifications"."related_id" is not null;
