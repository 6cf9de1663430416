import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { deleted, kept, personal } from '#platform/personal-data'
import { bounded, keptForever } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Links that admit one person each. Knowing the id is enough to use one. */
export const invites = pgTable(
  'invites',
  {
    id: uuid().primaryKey(),
    inviterId: uuid('inviter_id')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    withdrawnAt: moment('withdrawn_at'),
    requestKey: text('request_key'),
  },
  (table) => [
    check('invites_time', sql`${table.createdAt} < ${table.expiresAt}`),
    unique('invites_request').on(table.inviterId, table.requestKey),
    index('invites_of_inviter').on(table.inviterId, table.createdAt),
  ],
)

/** The tree of inviters. Append-only, enforced by a trigger, so that no one leaves it. */
export const invitedPeople = pgTable(
  'invited_people',
  {
    invitedId: uuid('invited_id')
      .primaryKey()
      .references(() => users.id),
    inviterId: uuid('inviter_id')
      .notNull()
      .references(() => users.id),
    /** Null for a person who deleted their account and returned, using no invite. */
    inviteId: uuid('invite_id')
      .unique('invited_people_invite')
      .references(() => invites.id),
    invitedAt: moment('invited_at').notNull(),
  },
  (table) => [
    check('invited_people_other', sql`${table.invitedId} <> ${table.inviterId}`),
    index('invited_people_of_inviter').on(table.inviterId, table.invitedAt),
  ],
)

/** Invites that an admin gave a person beyond those they earn. */
export const extraInvites = pgTable(
  'extra_invites',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    extra: integer().notNull(),
  },
  (table) => [check('extra_invites_some', sql`${table.extra} >= 0`)],
)

export const invitesPersonal = [
  personal(invites, {
    // The remaining row names an anonymous account.
    columns: { id: 'other', inviterId: kept('invites') },
    download: {
      invites: `select id, created_at, expires_at, withdrawn_at from invites where inviter_id = $1
                order by created_at, id`,
    },
  }),
  personal(invitedPeople, {
    columns: { invitedId: kept('invited_people'), inviterId: kept('invited_people'), inviteId: 'other' },
    privacy:
      'Who invited you and whom you invited. You, they and the admins see it. It stays when an account is deleted, without its name, so that nobody gets new invites by joining again.',
    download: {
      // People invited by others are those inviters' data.
      invited_people: `select invited_id, inviter_id, invited_at from invited_people
                       where $1 in (invited_id, inviter_id) order by invited_at, invited_id`,
    },
  }),
  personal(extraInvites, {
    columns: { userId: deleted('invites') },
    download: { extra_invites: 'select extra from extra_invites where user_id = $1' },
  }),
]

export const invitesRetention = [
  keptForever(invites, 'at most 20 a person and day, and the tree names those that were used'),
  bounded(invitedPeople, 'one row for each user'),
  bounded(extraInvites, 'one row for each user'),
]

declare module '#platform/db/sql' {
  interface Tables {
    invites: typeof invites.$inferSelect
    invited_people: typeof invitedPeople.$inferSelect
    extra_invites: typeof extraInvites.$inferSelect
  }
}
