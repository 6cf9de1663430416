import type { ChatProvider } from '@aura/api/calls/crowd'
import { CROWD_RULES } from '@aura/api/rules/crowd'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { carried, deleted, kept, personal } from '#platform/personal-data'
import { bounded, keptForever, trimmed } from '#platform/retention/retention'
import { battles } from '../battles/tables.ts'
import { users } from '../profile/tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const battleComments = pgTable(
  'battle_comments',
  {
    id: uuid().primaryKey(),
    battleId: uuid('battle_id')
      .notNull()
      .references(() => battles.id),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    /** Position among the author's comments on this battle, which limits their number. */
    place: smallint().notNull(),
    text: text().notNull(),
    writtenAt: moment('written_at').notNull(),
    /** When an admin removed it. */
    removedAt: moment('removed_at'),
  },
  (table) => [
    unique('battle_comments_place').on(table.battleId, table.authorId, table.place),
    check('battle_comments_limit', sql`${table.place} between 1 and 20`),
    check('battle_comments_text', sql`length(${table.text}) between 1 and 140`),
    index('battle_comments_newest').on(table.battleId, table.writtenAt, table.id),
    index('battle_comments_by_author').on(table.authorId, table.writtenAt),
  ],
)

export const commentMutes = pgTable(
  'comment_mutes',
  {
    battleId: uuid('battle_id')
      .notNull()
      .references(() => battles.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The participant or admin who muted. */
    mutedBy: uuid('muted_by')
      .notNull()
      .references(() => users.id),
    mutedAt: moment('muted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.battleId, table.userId] }),
    index('comment_mutes_of_user').on(table.userId),
    index('comment_mutes_by_muter').on(table.mutedBy),
  ],
)

/** Running totals; single cheers are not stored. */
export const battleCheers = pgTable(
  'battle_cheers',
  {
    battleId: uuid('battle_id')
      .notNull()
      .references(() => battles.id),
    participantId: uuid('participant_id')
      .notNull()
      .references(() => users.id),
    cheers: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.battleId, table.participantId] }),
    check('battle_cheers_some', sql`${table.cheers} > 0`),
    index('battle_cheers_of_participant').on(table.participantId),
  ],
)

/** Chats that take part in battles which aren't over. Nothing that is written in them is stored. */
export const battleChats = pgTable(
  'battle_chats',
  {
    battleId: uuid('battle_id')
      .notNull()
      .references(() => battles.id),
    /** The participant whose channel it is and who started it. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    provider: text().$type<ChatProvider>().notNull(),
    /** The channel's name when it was started. */
    channel: text().notNull(),
    startedAt: moment('started_at').notNull(),
    isConnected: boolean('is_connected').notNull().default(false),
    /** The server that listens or keeps the subscription now, and the end of its lease. */
    leaseHolder: uuid('lease_holder'),
    leaseUntil: moment('lease_until'),
  },
  (table) => [
    primaryKey({ columns: [table.battleId, table.userId, table.provider] }),
    check('battle_chats_provider', sql`${table.provider} in ('twitch', 'kick')`),
    check('battle_chats_lease', sql`(${table.leaseHolder} is null) = (${table.leaseUntil} is null)`),
    index('battle_chats_of_user').on(table.userId),
  ],
)

/**
 * Messages that Kick has sent, and viewers who have cheered on Kick, so that none counts twice on any server. Both are
 * keyed hashes, which name nobody.
 */
export const chatSeen = pgTable(
  'chat_seen',
  { key: text().primaryKey(), seenAt: moment('seen_at').notNull() },
  (table) => [index('chat_seen_oldest').on(table.seenAt)],
)

export const crowdPersonal = [
  personal(battleComments, {
    columns: { id: 'other', battleId: 'other', authorId: deleted('battle_comments') },
    topics: `select distinct 'comments:' || battle_id as topic from battle_comments
             where author_id = $1 and removed_at is null`,
    privacy: 'Your comments on battles. They are deleted with your account.',
    download: {
      battle_comments: `select battle_id, text, written_at, removed_at from battle_comments where author_id = $1
                    order by written_at, id`,
    },
  }),
  personal(commentMutes, {
    columns: { battleId: 'other', userId: carried('comment_mutes'), mutedBy: kept('comment_mutes') },
    download: {
      comment_mutes: `select battle_id, muted_at, muted_by = $1 as by_me from comment_mutes
                  where $1 in (user_id, muted_by) order by muted_at, battle_id`,
    },
  }),
  personal(battleCheers, {
    columns: { battleId: 'other', participantId: kept('battle_cheers') },
    download: {
      battle_cheers: 'select battle_id, cheers from battle_cheers where participant_id = $1 order by battle_id',
    },
  }),
  personal(battleChats, {
    columns: { battleId: 'other', userId: deleted('battle_chats'), leaseHolder: 'other' },
    topics: `select distinct 'cheers:' || battle_id as topic from battle_chats where user_id = $1`,
    privacy: `The channel whose chat you let cheer in a battle, until the battle is over. No message of a chat is stored. Each viewer who cheered there counts once in ${CROWD_RULES.chatCheerSeconds} seconds: for that time a keyed hash of their name on Twitch stays in the server’s memory, and one of their id on Kick is deleted within two hours.`,
    download: {
      battle_chats: `select battle_id, provider, channel, started_at from battle_chats where user_id = $1
                    order by battle_id, provider`,
    },
  }),
]

export const crowdRetention = [
  keptForever(battleComments, 'part of the battle, 20 at the most from each person'),
  bounded(commentMutes, 'one row for each person muted on a battle'),
  bounded(battleCheers, 'running totals, two rows for each battle'),
  bounded(battleChats, 'one row for each chat that takes part, until its battle is over'),
  trimmed(chatSeen, { keptMs: ({ chat }) => chat.seenMs, where: 'r.seen_at <= $1', oldest: 'r.seen_at' }),
]

declare module '#platform/db/sql' {
  interface Tables {
    battle_comments: typeof battleComments.$inferSelect
    comment_mutes: typeof commentMutes.$inferSelect
    battle_cheers: typeof battleCheers.$inferSelect
    battle_chats: typeof battleChats.$inferSelect
    chat_seen: typeof chatSeen.$inferSelect
  }
}
