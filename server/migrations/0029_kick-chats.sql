CREATE TABLE "chat_seen" (
	"key" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);

ALTER TABLE "battle_chats" DROP CONSTRAINT "battle_chats_provider";
CREATE INDEX "chat_seen_oldest" ON "chat_seen" USING btree ("seen_at");
ALTER TABLE "battle_chats" ADD CONSTRAINT "battle_chats_provider" CHECK ("battle_chats"."provider" in ('twitch', 'kick'));