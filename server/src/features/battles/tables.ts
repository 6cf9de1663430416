import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '../profile/tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const whole = (name: string) => bigint(name, { mode: 'number' })

/** Which part of a list a battle stands in: live ones come first, then upcoming ones, then those that are over. */
export const LIST_RANK = `case when status = 'active' then 0
  when status in ('pending', 'challenge_sent', 'accepted', 'cancellation_requested') then 1 else 2 end`
/** Live and upcoming ones by when something happens next, past ones newest first; a span of time, which has an order. */
export const LIST_TIME = `case when due_at is not null then due_at - timestamptz '1970-01-01 00:00:00+00'
  else timestamptz '1970-01-01 00:00:00+00' - ends_at end`

export const battles = pgTable(
  'battles',
  {
    id: uuid().primaryKey(),
    challengerId: uuid('challenger_id')
      .notNull()
      .references(() => users.id),
    opponentId: uuid('opponent_id')
      .notNull()
      .references(() => users.id),
    title: text(),
    description: text().notNull(),
    status: text().notNull(),
    /** AP, of each side. */
    stake: whole('stake').notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When the server has to do something next; null once the battle is over. */
    dueAt: moment('due_at'),
    cancellationRequestedBy: uuid('cancellation_requested_by'),
    winnerId: uuid('winner_id'),
    /** Why an admin called it off. */
    voidReason: text('void_reason'),
    /** The holds of the ledger that keep the stakes. */
    challengerHold: uuid('challenger_hold').notNull(),
    opponentHold: uuid('opponent_hold').notNull(),
    /** Running totals of the gifts, and the end of the chain over them. */
    challengerSteeze: whole('challenger_steeze').notNull().default(0),
    opponentSteeze: whole('opponent_steeze').notNull().default(0),
    giftCount: integer('gift_count').notNull().default(0),
    giftHead: text('gift_head').notNull(),
  },
  (table) => [
    check('battles_two_people', sql`${table.challengerId} <> ${table.opponentId}`),
    check('battles_stake', sql`${table.stake} > 0`),
    check('battles_time', sql`${table.startsAt} < ${table.endsAt}`),
    check('battles_title', sql`length(${table.title}) between 1 and 20`),
    check(
      'battles_status',
      sql`${table.status} in ('challenge_sent', 'pending', 'accepted', 'cancellation_requested', 'active', 'completed',
        'rejected', 'withdrawn', 'expired', 'cancelled')`,
    ),
    check(
      'battles_asker_while_asked',
      sql`(${table.status} = 'cancellation_requested') = (${table.cancellationRequestedBy} is not null)`,
    ),
    check(
      'battles_due_while_open',
      sql`(${table.dueAt} is not null) =
        (${table.status} in ('challenge_sent', 'pending', 'accepted', 'cancellation_requested', 'active'))`,
    ),
    index('battles_due').on(table.dueAt, table.id).where(sql`${table.dueAt} is not null`),
    index('battles_by_status').on(table.status, table.createdAt, table.id),
    index('battles_listed').on(sql`(${sql.raw(LIST_RANK)})`, sql`(${sql.raw(LIST_TIME)})`, table.id),
    index('battles_listed_completed')
      .on(sql`(${sql.raw(LIST_TIME)})`, table.id)
      .where(sql`${table.status} = 'completed'`),
    index('battles_won').on(table.winnerId).where(sql`${table.winnerId} is not null`),
    index('battles_of_challenger').on(table.challengerId, table.status),
    index('battles_of_opponent').on(table.opponentId, table.status),
  ],
)

/** Who did what to a battle, in order; rows are only ever added. A retried request is known by its key. */
export const battleSteps = pgTable(
  'battle_steps',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    battleId: uuid('battle_id')
      .notNull()
      .references(() => battles.id),
    step: text().notNull(),
    /** Null for the server's own. */
    actorId: uuid('actor_id'),
    requestKey: text('request_key'),
    at: moment('at').notNull(),
  },
  (table) => [
    unique('battle_steps_request').on(table.actorId, table.step, table.requestKey),
    index('battle_steps_of_battle').on(table.battleId, table.id),
  ],
)

/**
 * Gifts, in the order they count. Each carries the hash over itself and the one before it. Rows are only ever added.
 * Givers are not checked against the users here: the ledger has checked that they have an account with enough in it,
 * and a crowd's gifts should cost as little as they can.
 */
export const battleGifts = pgTable(
  'battle_gifts',
  {
    battleId: uuid('battle_id').notNull(),
    seq: integer().notNull(),
    giverId: uuid('giver_id').notNull(),
    /** Of the giver's request: the same key is the same gift. */
    key: text().notNull(),
    participantId: uuid('participant_id').notNull(),
    amount: whole('amount').notNull(),
    purchased: whole('purchased').notNull(),
    earned: whole('earned').notNull(),
    at: moment('at').notNull(),
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.battleId, table.seq] }),
    unique('battle_gifts_key').on(table.giverId, table.key),
    check('battle_gifts_parts', sql`${table.amount} = ${table.purchased} + ${table.earned}`),
    check('battle_gifts_amount', sql`${table.amount} > 0 and ${table.purchased} >= 0 and ${table.earned} >= 0`),
  ],
)

/** What each giver gave to each side so far. */
export const battleGifters = pgTable(
  'battle_gifters',
  {
    battleId: uuid('battle_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    giverId: uuid('giver_id').notNull(),
    amount: whole('amount').notNull(),
    gifts: integer().notNull(),
    /** The gift that made it this amount: of two who gave as much, the one who was there first comes first. */
    reachedSeq: integer('reached_seq').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.battleId, table.participantId, table.giverId] }),
    index('battle_gifters_top').on(table.battleId, table.participantId, table.amount.desc(), table.reachedSeq),
  ],
)

/** Who wants to be told when a battle starts. A reminder is used once, and then gone. */
export const battleReminders = pgTable(
  'battle_reminders',
  {
    battleId: uuid('battle_id')
      .notNull()
      .references(() => battles.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.battleId, table.userId] })],
)
