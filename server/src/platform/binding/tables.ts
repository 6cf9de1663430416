import { pgTable, text } from 'drizzle-orm/pg-core'

/** Settings this database was first used with and that can't change without corrupting what it holds. */
export const databaseBindings = pgTable('database_bindings', {
  name: text().primaryKey(),
  value: text().notNull(),
})
