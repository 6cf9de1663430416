CREATE TABLE "extra_invites" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"extra" integer NOT NULL,
	CONSTRAINT "extra_invites_some" CHECK ("extra_invites"."extra" >= 0)
);

CREATE TABLE "invited_people" (
	"invited_id" uuid PRIMARY KEY NOT NULL,
	"inviter_id" uuid NOT NULL,
	"invite_id" uuid,
	"invited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invited_people_invite" UNIQUE("invite_id"),
	CONSTRAINT "invited_people_other" CHECK ("invited_people"."invited_id" <> "invited_people"."inviter_id")
);

CREATE TABLE "invites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"inviter_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"request_key" text,
	CONSTRAINT "invites_request" UNIQUE("inviter_id","request_key"),
	CONSTRAINT "invites_time" CHECK ("invites"."created_at" < "invites"."expires_at")
);

CREATE TABLE "kept_invites" (
	"identity_hash" "bytea" PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"used" integer NOT NULL,
	"inviter_id" uuid,
	CONSTRAINT "kept_invites_used" CHECK ("kept_invites"."used" >= 0)
);

CREATE TABLE "trust_rings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"accounts" integer NOT NULL,
	CONSTRAINT "trust_rings_some" CHECK ("trust_rings"."accounts" > 0)
);

ALTER TABLE "extra_invites" ADD CONSTRAINT "extra_invites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "invited_people" ADD CONSTRAINT "invited_people_invited_id_users_id_fk" FOREIGN KEY ("invited_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "invited_people" ADD CONSTRAINT "invited_people_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "invited_people" ADD CONSTRAINT "invited_people_invite_id_invites_id_fk" FOREIGN KEY ("invite_id") REFERENCES "public"."invites"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "invites" ADD CONSTRAINT "invites_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "kept_invites" ADD CONSTRAINT "kept_invites_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "invited_people_of_inviter" ON "invited_people" USING btree ("inviter_id","invited_at");
CREATE INDEX "invites_of_inviter" ON "invites" USING btree ("inviter_id","created_at");
-- Nobody leaves the tree of who invited whom.
create or replace function refuse_tree_change() returns trigger language plpgsql as $$
begin
  raise exception 'the tree of invited people is append-only' using errcode = 'restrict_violation';
end $$;
create or replace trigger invited_people_append_only before update or delete or truncate on invited_people
  for each statement execute function refuse_tree_change();
