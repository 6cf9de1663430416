import { pgTable, text } from 'drizzle-orm/pg-core'
import { bounded } from '../retention/retention.ts'

/** Settings that this database was first used with. Changing one would corrupt its data. */
export const databaseBindings = pgTable('database_bindings', { name: text().primaryKey(), value: text().notNull() })

export const bindingRetention = [bounded(databaseBindings, 'one row for each setting')]

declare module '#platform/db/sql' {
  interface Tables {
    database_bindings: typeof databaseBindings.$inferSelect
  }
}
