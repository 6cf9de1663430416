import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { deleted, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

export interface StoredLink {
  name: string
  url: string
}

/** What people say of themselves on their profile. */
export const abouts = pgTable(
  'abouts',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    bio: text().notNull(),
    links: jsonb().$type<StoredLink[]>().notNull(),
  },
  (table) => [
    check('abouts_bio', sql`length(${table.bio}) <= 160`),
    check(
      'abouts_links',
      sql`case when jsonb_typeof(${table.links}) = 'array' then jsonb_array_length(${table.links}) <= 5 else false end`,
    ),
  ],
)

export const peoplePersonal = [
  personal(abouts, {
    columns: { userId: deleted('about') },
    privacy: 'The bio and the links of your profile, which everyone can read. They are deleted with your account.',
    download: { about: 'select bio, links from abouts where user_id = $1' },
  }),
]

export const peopleRetention = [bounded(abouts, 'one row for each account')]

declare module '#platform/db/sql' {
  interface Tables {
    abouts: typeof abouts.$inferSelect
  }
}
