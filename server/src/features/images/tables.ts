import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { kept, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

/** A row exists from before the first byte is written until after the last file is gone. */
export const imageFiles = pgTable(
  'image_files',
  {
    /** Derived from content and owner; names the files. */
    name: text().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Time of the (next) removal attempt; null for the image in use. */
    removeAt: timestamp('remove_at', { withTimezone: true }),
    /** Some files may be gone, so the image can't be used again. */
    removalBegan: boolean('removal_began').notNull().default(false),
  },
  (table) => [index('image_files_by_owner').on(table.userId), index('image_files_by_removal').on(table.removeAt)],
)

export const imagesPersonal = [
  personal(imageFiles, {
    columns: {
      userId: kept('images'),
    },
    download: {
      images: 'select name, remove_at from image_files where user_id = $1 order by name',
    },
  }),
]

export const imagesRetention = [bounded(imageFiles, 'a job removes images that nobody uses any more')]

declare module '#platform/db/sql' {
  interface Tables {
    image_files: typeof imageFiles.$inferSelect
  }
}
