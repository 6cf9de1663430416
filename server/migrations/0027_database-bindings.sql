CREATE TABLE "database_bindings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
