CREATE TABLE "image_files" (
	"name" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"remove_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "image_files" ADD CONSTRAINT "image_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_files_by_owner" ON "image_files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "image_files_by_removal" ON "image_files" USING btree ("remove_at");