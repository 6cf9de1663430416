import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { kept, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

/** Images. A row exists from before the first byte is written until after the last file is gone. */
export const imageFiles = pgTable(
  'image_files',
  {
    /** Name of the files, derived from content and owner. */
    name: text().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Time of the (next) removal attempt; null for the image in use. */
    removeAt: timestamp('remove_at', { withTimezone: true }),
    /** Whether removal began: some files may be gone, so the image can't be used again. */
    removalBegan: boolean('removal_began').notNull().default(false),
  },
  (table) => [index('image_files_by_owner').on(table.userId), index('image_files_by_removal').on(table.removeAt)],
)

export const imagesPersonal = [
  personal(imageFiles, {
    columns: { userId: kept('images') },
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
