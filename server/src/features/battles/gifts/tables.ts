import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { kept, personal } from '#platform/personal-data'
import { keptForever } from '#platform/retention/retention'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const whole = (name: string) => bigint(name, { mode: 'number' })

/**
 * Gifts. Append-only and hash-chained. No foreign keys, because the ledger checked the giver and bursts must be cheap.
 * Each partition by time has a primary key of battle and number; across partitions the keys of the gifts' transfers
 * contain both.
 */
export const battleGifts = pgTable(
  'battle_gifts',
  {
    battleId: uuid('battle_id').notNull(),
    seq: integer().notNull(),
    giverId: uuid('giver_id').notNull(),
    key: text().notNull(),
    participantId: uuid('participant_id').notNull(),
    amount: whole('amount').notNull(),
    purchased: whole('purchased').notNull(),
    earned: whole('earned').notNull(),
    at: moment('at').notNull(),
    hash: text().notNull(),
  },
  (table) => [
    check('battle_gifts_parts', sql`${table.amount} = ${table.purchased} + ${table.earned}`),
    check('battle_gifts_amount', sql`${table.amount} > 0 and ${table.purchased} >= 0 and ${table.earned} >= 0`),
  ],
)

/** Every gift's key as a hash beside its place, so that it gives once in all partitions. A trigger appends. */
export const battleGiftKeys = pgTable(
  'battle_gift_keys',
  {
    giverId: uuid('giver_id').notNull(),
    hash: uuid().notNull(),
    battleId: uuid('battle_id').notNull(),
    seq: integer().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ name: 'battle_gifts_key', columns: [table.giverId, table.hash] })],
)

export const battleGifters = pgTable(
  'battle_gifters',
  {
    battleId: uuid('battle_id').notNull(),
    participantId: uuid('participant_id').notNull(),
    giverId: uuid('giver_id').notNull(),
    amount: whole('amount').notNull(),
    gifts: integer().notNull(),
    /** Number of the gift that reached this amount: of equal givers, the first to reach it ranks higher. */
    reachedSeq: integer('reached_seq').notNull(),
    /**
     * Upper bound of the row's rank: it ranks no higher than this amount with this tie. Exact after a first gift; a
     * trigger raises an exceeded ceiling to twice the amount, so that most gifts change no index and update the row in
     * place.
     */
    ceiling: whole('ceiling').notNull(),
    /** A negative `reachedSeq`; 0 ranks highest. */
    ceilingTie: integer('ceiling_tie').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.battleId, table.participantId, table.giverId] }),
    index('battle_gifters_highest').on(
      table.battleId,
      table.participantId,
      table.ceiling.desc().nullsFirst(),
      table.ceilingTie.desc().nullsFirst(),
    ),
  ],
)

export const giftsPersonal = [
  personal(battleGifts, {
    columns: { battleId: 'other', giverId: kept('gifts_given'), participantId: kept('gifts_received') },
    download: {
      // Gifts are read one at a time, so that only their partition is read.
      gifts_given: `select g.battle_id, g.seq, g.participant_id, g.amount, g.purchased, g.earned, g.at, g.hash
                from battle_gift_keys k
                cross join lateral (select * from battle_gifts where battle_id = k.battle_id and seq = k.seq
                                    and at = k.at limit 1) g
                where k.giver_id = $1 order by g.at, g.battle_id, g.seq`,
    },
  }),
  personal(battleGiftKeys, { columns: { giverId: kept('gifts_given'), hash: 'other', battleId: 'other' } }),
  personal(battleGifters, {
    columns: { battleId: 'other', giverId: kept('gifts_given'), participantId: kept('gifts_received') },
    download: {
      gifts_received: `select g.battle_id, g.giver_id, g.amount, g.gifts
                   from battles b join battle_gifters g on g.battle_id = b.id and g.participant_id = $1
                   where $1 in (b.challenger_id, b.opponent_id) order by g.battle_id, g.giver_id`,
    },
  }),
]

export const giftsRetention = [
  keptForever(battleGifts, 'receipts are recomputed from them, as a chain of hashes; old partitions can be moved'),
  keptForever(battleGiftKeys, 'a key gives once'),
  keptForever(battleGifters, 'running totals of gifts, which refunds follow'),
]

declare module '#platform/db/sql' {
  interface Tables {
    battle_gifts: typeof battleGifts.$inferSelect
    battle_gift_keys: typeof battleGiftKeys.$inferSelect
    battle_gifters: typeof battleGifters.$inferSelect
  }
}
