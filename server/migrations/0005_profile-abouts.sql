CREATE TABLE "abouts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"bio" text NOT NULL,
	"links" jsonb NOT NULL,
	CONSTRAINT "abouts_bio" CHECK (length("abouts"."bio") <= 160),
	CONSTRAINT "abouts_links" CHECK (case when jsonb_typeof("abouts"."links") = 'array' then jsonb_array_length("abouts"."links") <= 5 else false end)
);

ALTER TABLE "abouts" ADD CONSTRAINT "abouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;