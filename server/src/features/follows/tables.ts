import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { carried, deleted, personal } from '#platform/personal-data'
import { bounded } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

export const blocks = pgTable(
  'blocks',
  {
    blockerId: uuid('blocker_id')
      .notNull()
      .references(() => users.id),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => users.id),
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    blockedAt: timestamp('blocked_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    unique('blocks_newest').on(table.blockerId, table.position),
    index('blocks_of_blocked').on(table.blockedId),
    check('blocks_another', sql`${table.blockerId} <> ${table.blockedId}`),
  ],
)

/** Mutes, which hide a person from the muter only. */
export const mutes = pgTable(
  'mutes',
  {
    muterId: uuid('muter_id')
      .notNull()
      .references(() => users.id),
    mutedId: uuid('muted_id')
      .notNull()
      .references(() => users.id),
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    mutedAt: timestamp('muted_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.muterId, table.mutedId] }),
    unique('mutes_newest').on(table.muterId, table.position),
    index('mutes_of_muted').on(table.mutedId),
    check('mutes_another', sql`${table.muterId} <> ${table.mutedId}`),
  ],
)

export const follows = pgTable(
  'follows',
  {
    followerId: uuid('follower_id')
      .notNull()
      .references(() => users.id),
    followedId: uuid('followed_id')
      .notNull()
      .references(() => users.id),
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    followedAt: timestamp('followed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.followerId, table.followedId] }),
    unique('follows_newest').on(table.followerId, table.position),
    unique('follows_newest_followers').on(table.followedId, table.position),
    // Order in which followers are told of a battle.
    unique('follows_of_followed').on(table.followedId, table.followerId),
    check('follows_another', sql`${table.followerId} <> ${table.followedId}`),
  ],
)

/** People whose followers only they see. */
export const hiddenFollowers = pgTable('hidden_followers', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
})

export const followsPersonal = [
  personal(follows, {
    columns: { followerId: deleted('follows'), followedId: deleted('follows') },
    privacy:
      'Whom you follow, which everyone can see unless that person hides their followers, and who follows you, which you can hide in Settings. Both are deleted with your account.',
    download: {
      follows: `select follower_id, followed_id, followed_at from follows where $1 in (follower_id, followed_id)
            order by position`,
    },
  }),
  personal(hiddenFollowers, {
    columns: { userId: deleted('followers_hidden') },
    download: { followers_hidden: 'select true as hides_followers from hidden_followers where user_id = $1' },
  }),
  personal(mutes, {
    columns: { muterId: carried('mutes'), mutedId: carried('mutes') },
    privacy:
      'Whom you muted or blocked, and who muted or blocked you. Nobody else is told. If you delete your account, nobody sees the lists, and they apply again if you return.',
    download: { mutes: 'select muted_id, muted_at from mutes where muter_id = $1 order by position' },
  }),
  personal(blocks, {
    // Being blocked or muted is not part of the download, because users are not told of it.
    columns: { blockerId: carried('blocks'), blockedId: carried('blocks') },
    download: { blocks: 'select blocked_id, blocked_at from blocks where blocker_id = $1 order by position' },
  }),
]

export const followsRetention = [
  bounded(blocks, 'one row for each pair of people'),
  bounded(mutes, 'one row for each pair of people'),
  bounded(follows, 'one row for each pair of people'),
  bounded(hiddenFollowers, 'one row for each user'),
]

declare module '#platform/db/sql' {
  interface Tables {
    mutes: typeof mutes.$inferSelect
    blocks: typeof blocks.$inferSelect
    follows: typeof follows.$inferSelect
    hidden_followers: typeof hiddenFollowers.$inferSelect
  }
}
