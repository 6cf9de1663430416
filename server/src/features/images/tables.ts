import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { kept, personal } from '#platform/personal-data'
import { users } from '../profile/tables.ts'

/** Images that are kept as files: written down before the first byte is, forgotten after the last one is gone. */
export const imageFiles = pgTable(
  'image_files',
  {
    /** By its content and its owner; the files are named after it. */
    name: text().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** When its files are removed, or the removal is tried again; null for the one its owner shows. */
    removeAt: timestamp('remove_at', { withTimezone: true }),
    /** Some of its files may be gone already, so nobody can take it into use any more. */
    removalBegan: boolean('removal_began').notNull().default(false),
  },
  (table) => [index('image_files_by_owner').on(table.userId), index('image_files_by_removal').on(table.removeAt)],
)

export const imagesPersonal = [
  personal(imageFiles, {
    columns: {
      // Given up at once; the row goes with its files.
      userId: kept('images'),
    },
    download: {
      images: 'select name, remove_at from image_files where user_id = $1 order by name',
    },
  }),
]
