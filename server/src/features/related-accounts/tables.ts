import { TRACE_RULES } from '@aura/api/rules/related-accounts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { deleted, kept, personal } from '#platform/personal-data'
import { bounded, keptForever, trimmed } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'
import type { Reason, TraceKind } from './relatedness.rules.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Traces. Each row is the keyed hash of a device or an address, with the hour of a sign-in or a day's first use. */
export const accountTraces = pgTable(
  'account_traces',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text().$type<TraceKind>().notNull(),
    valueHash: bytea('value_hash').notNull(),
    keyId: text('key_id').notNull(),
    hour: moment('hour').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.valueHash, table.hour] }),
    index('account_traces_by_value').on(table.valueHash, table.userId),
    index('account_traces_by_age').on(table.kind, table.hour),
    check('account_traces_kind', sql`${table.kind} in ('device', 'address', 'predecessor')`),
  ],
)

/** Accounts that left new traces since their relations were calculated. */
export const accountsToRelate = pgTable(
  'accounts_to_relate',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    queuedAt: moment('queued_at').notNull(),
  },
  (table) => [index('accounts_to_relate_in_order').on(table.queuedAt)],
)

/** Pairs of accounts with shared traces, each once. */
export const relatedPairs = pgTable(
  'related_pairs',
  {
    /** The account with the smaller id. */
    aId: uuid('a_id')
      .notNull()
      .references(() => users.id),
    bId: uuid('b_id')
      .notNull()
      .references(() => users.id),
    score: integer().notNull(),
    reasons: jsonb().$type<Reason[]>().notNull(),
    /** Whether it has effects: the score suffices and no admin cleared it. */
    isRelated: boolean('is_related').notNull(),
    calculatedAt: moment('calculated_at').notNull(),
    /** When an admin cleared it, with their reason. */
    clearedAt: moment('cleared_at'),
    clearedReason: text('cleared_reason'),
    /** Kinds of evidence known when it was cleared; only others can relate the pair again. */
    clearedKinds: text('cleared_kinds').array().$type<Reason['kind'][]>(),
    /** When both people were told that they are related; null before, and once it was cleared. */
    toldAt: moment('told_at'),
  },
  (table) => [
    primaryKey({ columns: [table.aId, table.bId] }),
    index('related_pairs_of_b').on(table.bId),
    check('related_pairs_order', sql`${table.aId} < ${table.bId}`),
    check('related_pairs_cleared', sql`(${table.clearedAt} is null) = (${table.clearedReason} is null)`),
    check('related_pairs_kinds', sql`${table.clearedKinds} is null or ${table.clearedAt} is not null`),
    check('related_pairs_effect', sql`not (${table.isRelated} and ${table.clearedAt} is not null)`),
  ],
)

/** What a person wrote against the finding that two accounts are related, and an admin's answer. One for each person. */
export const relationAppeals = pgTable(
  'relation_appeals',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    otherId: uuid('other_id')
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    appealedAt: moment('appealed_at').notNull(),
    answer: text(),
    answeredAt: moment('answered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.otherId] }),
    index('relation_appeals_of_other').on(table.otherId),
    index('relation_appeals_waiting').on(table.appealedAt).where(sql`${table.answeredAt} is null`),
    check('relation_appeals_another', sql`${table.userId} <> ${table.otherId}`),
    check('relation_appeals_text', sql`length(${table.text}) between 1 and 500`),
    check('relation_appeals_answered', sql`(${table.answer} is null) = (${table.answeredAt} is null)`),
  ],
)

/** A single row: the number of changes of related pairs, for figures calculated from them. */
export const relatedState = pgTable(
  'related_state',
  { id: integer().primaryKey(), revision: bigint({ mode: 'number' }).notNull() },
  (table) => [check('related_state_one', sql`${table.id} = 1`)],
)

export const relatedPersonal = [
  personal(accountTraces, {
    columns: { userId: deleted('sign_in_traces') },
    // Without the key the hashes are useless. Pairs name other people, so the download leaves them out.
    download: {
      sign_in_traces: 'select kind, hour from account_traces where user_id = $1 order by hour, kind',
    },
  }),
  personal(accountsToRelate, { columns: { userId: deleted('sign_in_traces') } }),
  personal(relationAppeals, {
    columns: { userId: deleted('relation_appeals'), otherId: deleted('relation_appeals') },
    privacy:
      'What you wrote to appeal that your account is related to another, and the answer. Only admins see it. It is deleted with either account.',
    download: {
      relation_appeals: `select other_id, text, appealed_at, answer, answered_at from relation_appeals where user_id = $1
                         order by appealed_at, other_id`,
    },
  }),
  // The pair stays, without reasons, because one of its two accounts is then anonymous.
  personal(relatedPairs, { columns: { aId: kept('sign_in_traces'), bId: kept('sign_in_traces') } }),
]

const DAY_MS = 86_400_000

export const relatedRetention = [
  trimmed(accountTraces, {
    // Addresses are shared and reused, unlike a device's token.
    address: {
      keptMs: () => TRACE_RULES.addressDays * DAY_MS,
      where: "r.kind = 'address' and r.hour < $1",
      oldest: 'r.hour',
    },
    device: {
      keptMs: () => TRACE_RULES.deviceDays * DAY_MS,
      where: "r.kind = 'device' and r.hour < $1",
      oldest: 'r.hour',
    },
  }),
  bounded(accountsToRelate, 'removed when the account was compared'),
  keptForever(relatedPairs, '200 rows for each user at the most; those no longer related go, unless one was deleted'),
  bounded(relationAppeals, 'two rows for each related pair'),
  bounded(relatedState, 'one row'),
]

declare module '#platform/db/sql' {
  interface Tables {
    account_traces: typeof accountTraces.$inferSelect
    accounts_to_relate: typeof accountsToRelate.$inferSelect
    related_pairs: typeof relatedPairs.$inferSelect
    relation_appeals: typeof relationAppeals.$inferSelect
    related_state: typeof relatedState.$inferSelect
  }
}
