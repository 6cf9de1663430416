CREATE TABLE "battle_chats" (
	"battle_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"channel" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"is_connected" boolean DEFAULT false NOT NULL,
	"lease_holder" uuid,
	"lease_until" timestamp with time zone,
	CONSTRAINT "battle_chats_battle_id_user_id_provider_pk" PRIMARY KEY("battle_id","user_id","provider"),
	CONSTRAINT "battle_chats_provider" CHECK ("battle_chats"."provider" in ('twitch')),
	CONSTRAINT "battle_chats_lease" CHECK (("battle_chats"."lease_holder" is null) = ("battle_chats"."lease_until" is null))
);

ALTER TABLE "battle_chats" ADD CONSTRAINT "battle_chats_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "battle_chats" ADD CONSTRAINT "battle_chats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "battle_chats_of_user" ON "battle_chats" USING btree ("user_id");