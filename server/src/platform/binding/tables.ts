import { pgTable, text } from 'drizzle-orm/pg-core'

/** Settings this database was first used with. Changing one would corrupt its data. */
export const databaseBindings = pgTable('database_bindings', {
  name: text().primaryKey(),
  value: text().notNull(),
})

declare module '#platform/db/sql' {
  interface Tables {
    database_bindings: typeof databaseBindings.$inferSelect
  }
}
