import { BATTLE_STATUSES, type BattleStatus, UNFINISHED_STATUSES, UPCOMING_STATUSES } from '@aura/api/battle-statuses'
import { DECLINE_CODES, type DeclineReason } from '@aura/api/decline-reasons'
import type { BestOf } from '@aura/api/rules/rounds'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { sqlList } from '#platform/db/sql-list'
import { deleted, kept, personal } from '#platform/personal-data'
import { bounded, keptForever, trimmed } from '#platform/retention/retention'
import { users } from '../profile/tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const whole = (name: string) => bigint(name, { mode: 'number' })

export const LIST_RANK = `case when status = 'active' then 0
  when status in ${sqlList(UPCOMING_STATUSES)} then 1 else 2 end`
/** Within a rank: unfinished battles by due time, past ones newest first. An interval, so that it can be negated. */
export const LIST_TIME = `case when due_at is not null then due_at - timestamptz '1970-01-01 00:00:00+00'
  else timestamptz '1970-01-01 00:00:00+00' - ends_at end`

type EndColumns = Record<
  | 'startsAt'
  | 'plannedEndsAt'
  | 'extendedAt'
  | 'outageFrom'
  | 'outageTo'
  | 'outageEnd'
  | 'outageMovedTo'
  | 'outageExtensions',
  AnyPgColumn
>

/** Returns SQL for the end before the nth extension moved it. */
const endBefore = (table: EndColumns, nth: number) => {
  const unmoved =
    nth === 1
      ? sql`${table.plannedEndsAt}`
      : sql`${table.extendedAt}[${sql.raw(String(nth - 1))}] + interval '60 seconds'`
  return sql`(case ${table.outageExtensions} when ${sql.raw(String(nth - 1))} then ${table.outageMovedTo} else ${unmoved} end)`
}

/** Returns SQL for the part of the last minute that an outage took. */
const lostTo = (table: EndColumns) =>
  sql`(least(${table.outageTo}, ${table.outageEnd})
    - greatest(${table.outageFrom}, ${table.outageEnd} - interval '60 seconds', ${table.startsAt}))`

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
    status: text().$type<BattleStatus>().notNull(),
    /** Stake of each side in AP. */
    stake: whole('stake').notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    softClose: boolean('soft_close').notNull().default(false),
    /** The end before it first moved; null if it has not. */
    plannedEndsAt: moment('planned_ends_at'),
    /** Times of the gifts that moved the end. */
    extendedAt: timestamp('extended_at', { withTimezone: true }).array().notNull().default([]),
    /** The outage that moved the end, from the last heartbeat before it to the first after it; null if none did. */
    outageFrom: moment('outage_from'),
    outageTo: moment('outage_to'),
    /** The end before the outage moved it, and after. */
    outageEnd: moment('outage_end'),
    outageMovedTo: moment('outage_moved_to'),
    /** Number of gifts and extensions before the outage. */
    outageGifts: integer('outage_gifts'),
    outageExtensions: integer('outage_extensions'),
    createdAt: moment('created_at').notNull(),
    /** Time of the next scheduled transition; null once the battle is over. */
    dueAt: moment('due_at'),
    cancellationRequestedBy: uuid('cancellation_requested_by'),
    /** Times that each side asked to cancel, at most `BATTLE_RULES.cancellationRequests`. */
    challengerRequests: integer('challenger_requests').notNull().default(0),
    opponentRequests: integer('opponent_requests').notNull().default(0),
    winnerId: uuid('winner_id'),
    voidReason: text('void_reason'),
    declineReason: text('decline_reason').$type<DeclineReason>(),
    rematchOf: uuid('rematch_of').references((): AnyPgColumn => battles.id),
    challengerHold: uuid('challenger_hold').notNull(),
    opponentHold: uuid('opponent_hold').notNull(),
    /** Running totals of the gifts, and the head of their hash chain. */
    challengerSteeze: whole('challenger_steeze').notNull().default(0),
    opponentSteeze: whole('opponent_steeze').notNull().default(0),
    giftCount: integer('gift_count').notNull().default(0),
    giftHead: text('gift_head').notNull(),
    /** Most rounds of a battle decided by knowledge; null if gifts decide. */
    bestOf: integer('best_of').$type<BestOf>(),
    challengerPoints: integer('challenger_points').notNull().default(0),
    opponentPoints: integer('opponent_points').notNull().default(0),
    /** The side that wasn't ready in time. */
    absent: text().$type<'challenger' | 'opponent' | 'both'>(),
  },
  (table) => [
    check('battles_two_people', sql`${table.challengerId} <> ${table.opponentId}`),
    check('battles_stake', sql`${table.stake} > 0`),
    check('battles_time', sql`${table.startsAt} < ${table.endsAt}`),
    // The soft close of `BATTLE_RULES`: each extension comes within the last 60 seconds of the end before it, and moves the end.
    // An outage moves the end once, between two of them.
    check(
      'battles_extended',
      sql`case when cardinality(${table.extendedAt}) = 0 and ${table.outageMovedTo} is null
        then ${table.plannedEndsAt} is null
        else ${table.plannedEndsAt} is not null and cardinality(${table.extendedAt}) <= 3
          and (${table.softClose} or cardinality(${table.extendedAt}) = 0)
          and array_position(${table.extendedAt}, null) is null
          and (cardinality(${table.extendedAt}) < 1
            or ${table.extendedAt}[1] < ${endBefore(table, 1)}
              and ${table.extendedAt}[1] > ${endBefore(table, 1)} - interval '60 seconds')
          and (cardinality(${table.extendedAt}) < 2
            or ${table.extendedAt}[2] > ${table.extendedAt}[1] and ${table.extendedAt}[2] < ${endBefore(table, 2)}
              and ${table.extendedAt}[2] > ${endBefore(table, 2)} - interval '60 seconds')
          and (cardinality(${table.extendedAt}) < 3
            or ${table.extendedAt}[3] > ${table.extendedAt}[2] and ${table.extendedAt}[3] < ${endBefore(table, 3)}
              and ${table.extendedAt}[3] > ${endBefore(table, 3)} - interval '60 seconds')
          and ${table.endsAt} = case ${table.outageExtensions} when cardinality(${table.extendedAt})
            then ${table.outageMovedTo}
            else ${table.extendedAt}[cardinality(${table.extendedAt})] + interval '60 seconds' end end`,
    ),
    check(
      'battles_outage',
      sql`case num_nonnulls(${table.outageFrom}, ${table.outageTo}, ${table.outageEnd}, ${table.outageMovedTo},
          ${table.outageGifts}, ${table.outageExtensions})
        when 0 then true
        when 6 then ${table.outageGifts} between 0 and ${table.giftCount}
          and ${table.outageExtensions} between 0 and cardinality(${table.extendedAt})
          and ${table.outageEnd} = case ${table.outageExtensions} when 0 then ${table.plannedEndsAt}
            else ${table.extendedAt}[${table.outageExtensions}] + interval '60 seconds' end
          and ${lostTo(table)} > interval '5 seconds'
          and ${table.outageMovedTo} = greatest(${table.outageEnd}, ${table.outageTo}) + ${lostTo(table)}
          and ${table.outageMovedTo} <= ${table.outageEnd} + interval '5 minutes'
        else false end`,
    ),
    check(
      'battles_requests',
      sql`${table.challengerRequests} between 0 and 3 and ${table.opponentRequests} between 0 and 3`,
    ),
    check('battles_best_of', sql`${table.bestOf} in (3, 5, 7) and not ${table.softClose} or ${table.bestOf} is null`),
    check(
      'battles_points',
      sql`${table.challengerPoints} between 0 and coalesce(${table.bestOf} + 3, 0)
        and ${table.opponentPoints} between 0 and coalesce(${table.bestOf} + 3, 0)`,
    ),
    check(
      'battles_absent',
      sql`${table.absent} is null or ${table.bestOf} is not null and case ${table.absent}
        when 'challenger' then ${table.status} = 'completed' and ${table.winnerId} = ${table.opponentId}
        when 'opponent' then ${table.status} = 'completed' and ${table.winnerId} = ${table.challengerId}
        when 'both' then ${table.status} = 'cancelled' else false end`,
    ),
    check('battles_title', sql`length(${table.title}) between 1 and 20`),
    check('battles_status', sql`${table.status} in ${sql.raw(sqlList(BATTLE_STATUSES))}`),
    check(
      'battles_decline_reason',
      sql`${table.declineReason} is null or ${table.status} = 'rejected'
        and ${table.declineReason} in ${sql.raw(sqlList(DECLINE_CODES))}`,
    ),
    check(
      'battles_asker_while_asked',
      sql`(${table.status} = 'cancellation_requested') = (${table.cancellationRequestedBy} is not null)`,
    ),
    check(
      'battles_due_while_open',
      sql`(${table.dueAt} is not null) = (${table.status} in ${sql.raw(sqlList(UNFINISHED_STATUSES))})`,
    ),
    index('battles_due').on(table.dueAt, table.id).where(sql`${table.dueAt} is not null`),
    index('battles_by_status').on(table.status, table.createdAt, table.id),
    index('battles_listed').on(sql`(${sql.raw(LIST_RANK)})`, sql`(${sql.raw(LIST_TIME)})`, table.id),
    index('battles_listed_completed')
      .on(sql`(${sql.raw(LIST_TIME)})`, table.id)
      .where(sql`${table.status} = 'completed'`),
    index('battles_won').on(table.winnerId).where(sql`${table.winnerId} is not null`),
    // A battle has one open rematch, whichever participant asked.
    uniqueIndex('battles_open_rematch')
      .on(table.rematchOf)
      .where(sql`${table.rematchOf} is not null and ${table.dueAt} is not null`),
    index('battles_of_challenger').on(table.challengerId, table.status),
    index('battles_of_opponent').on(table.opponentId, table.status),
    index('battles_recorded_of_challenger')
      .on(table.challengerId, table.endsAt)
      .where(sql`${table.bestOf} is not null and ${table.status} = 'completed'`),
    index('battles_recorded_of_opponent')
      .on(table.opponentId, table.endsAt)
      .where(sql`${table.bestOf} is not null and ${table.status} = 'completed'`),
  ],
)

export const battleSteps = pgTable(
  'battle_steps',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    battleId: uuid('battle_id')
      .notNull()
      .references(() => battles.id),
    step: text().notNull(),
    actorId: uuid('actor_id'),
    requestKey: text('request_key'),
    at: moment('at').notNull(),
  },
  (table) => [
    unique('battle_steps_request').on(table.actorId, table.step, table.requestKey),
    index('battle_steps_of_battle').on(table.battleId, table.id),
    index('battle_steps_by_age').on(table.at),
  ],
)

/** Changes of the lead in a finished battle. Queued at its end; until computed, only the due time is not null. */
export const battleLeadHistories = pgTable(
  'battle_courses',
  {
    battleId: uuid('battle_id')
      .primaryKey()
      .references(() => battles.id),
    dueAt: moment('due_at'),
    gifters: integer(),
    leadChanges: integer('lead_changes'),
    decidedAt: moment('decided_at'),
    settledAt: moment('settled_at'),
  },
  (table) => [
    check(
      'battle_courses_due_or_computed',
      sql`num_nonnulls(${table.gifters}, ${table.leadChanges}, ${table.settledAt}) =
        case when ${table.dueAt} is null then 3 else 0 end`,
    ),
    index('battle_courses_due').on(table.dueAt, table.battleId).where(sql`${table.dueAt} is not null`),
  ],
)

/** A single row: the last time a server saw the database while a battle was near its end. */
export const battleHeartbeat = pgTable(
  'battle_pulse',
  { only: boolean().primaryKey().default(true), at: moment('at').notNull() },
  (table) => [check('battle_pulse_one', sql`${table.only}`)],
)

/** Numbers of battles by status, each summed over several rows: one per concurrent writer, kept by triggers. */
export const battleTotals = pgTable('battle_totals', {
  slot: integer().primaryKey().generatedAlwaysAsIdentity(),
  counts: jsonb().notNull(),
})

/** Users to notify when a battle starts, or can no longer start. Deleted when used. */
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
  (table) => [
    primaryKey({ columns: [table.battleId, table.userId] }),
    index('battle_reminders_of_user').on(table.userId),
  ],
)

export const battlesPersonal = [
  personal(battles, {
    columns: {
      id: 'other',
      challengerId: kept('battles'),
      opponentId: kept('battles'),
      winnerId: kept('battles'),
      cancellationRequestedBy: kept('battle_steps'),
      rematchOf: 'other',
      challengerHold: 'other',
      opponentHold: 'other',
    },
    download: {
      battles: `select id, challenger_id, opponent_id, title, description, status, stake, starts_at, ends_at, created_at,
                   winner_id, void_reason, decline_reason, challenger_steeze, opponent_steeze, best_of,
                   challenger_points, opponent_points, absent
            from battles where $1 in (challenger_id, opponent_id) order by created_at, id`,
    },
  }),
  personal(battleSteps, {
    columns: { battleId: 'other', actorId: kept('battle_steps') },
    download: {
      battle_steps: 'select battle_id, step, at from battle_steps where actor_id = $1 order by id',
    },
  }),
  personal(battleReminders, {
    columns: { battleId: 'other', userId: deleted('battle_reminders') },
    download: {
      battle_reminders: 'select battle_id, created_at from battle_reminders where user_id = $1 order by created_at',
    },
  }),
  personal(battleHeartbeat, { columns: {} }),
  personal(battleTotals, { columns: {} }),
  personal(battleLeadHistories, { columns: { battleId: 'other' } }),
]

export const battlesRetention = [
  keptForever(battles, 'receipts and holds of the ledger name them'),
  trimmed(battleSteps, {
    // A request that is repeated within that time finds the battle it made.
    keptMs: ({ battleStepsMs }) => battleStepsMs,
    where: 'r.at < $1 and exists (select 1 from battles b where b.id = r.battle_id and b.due_at is null)',
    oldest: 'r.at',
  }),
  keptForever(battleLeadHistories, 'one row for each battle that is over'),
  bounded(battleHeartbeat, 'one row'),
  bounded(battleTotals, 'running totals, as many rows as transactions wrote them at once'),
  bounded(battleReminders, 'removed when the battle starts or can no longer'),
]

declare module '#platform/db/sql' {
  interface Tables {
    battles: typeof battles.$inferSelect
    battle_steps: typeof battleSteps.$inferSelect
    battle_pulse: typeof battleHeartbeat.$inferSelect
    battle_totals: typeof battleTotals.$inferSelect
    battle_courses: typeof battleLeadHistories.$inferSelect
    battle_reminders: typeof battleReminders.$inferSelect
  }
}
