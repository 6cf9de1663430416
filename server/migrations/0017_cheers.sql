CREATE TABLE "battle_cheers" (
	"battle_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"cheers" bigint NOT NULL,
	CONSTRAINT "battle_cheers_battle_id_participant_id_pk" PRIMARY KEY("battle_id","participant_id"),
	CONSTRAINT "battle_cheers_some" CHECK ("battle_cheers"."cheers" > 0)
);

ALTER TABLE "battle_cheers" ADD CONSTRAINT "battle_cheers_battle_id_battles_id_fk" FOREIGN KEY ("battle_id") REFERENCES "public"."battles"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "battle_cheers" ADD CONSTRAINT "battle_cheers_participant_id_users_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "battle_cheers_of_participant" ON "battle_cheers" USING btree ("participant_id");