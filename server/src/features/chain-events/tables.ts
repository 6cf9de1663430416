import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { bounded, keptForever } from '#platform/retention/retention'
import type { ChainEvent } from './event.rules.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Events of the two contracts, each once, with the amounts they report. Partitioned by id. */
export const chainEvents = pgTable(
  'chain_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    chainId: integer('chain_id').notNull(),
    txHash: text('tx_hash').notNull(),
    logIndex: integer('log_index').notNull(),
    /** Address of the contract in lower case. */
    contract: text().notNull(),
    kind: text().$type<ChainEvent['kind']>().notNull(),
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    blockHash: text('block_hash').notNull(),
    blockTime: timestamp('block_time', { withTimezone: true }).notNull(),
    account: text().notNull(),
    target: text(),
    usdcMicros: bigint('usdc_micros', { mode: 'number' }).notNull(),
    steezeAmount: bigint('steeze_amount', { mode: 'number' }),
    /** The contract's total after the event: the pair's vouches in micro-USDC, or the account's withdrawn Steeze. */
    runningTotal: bigint('running_total', { mode: 'number' }),
    /** `seen`: waits for finality. `applied`: posted to the ledger. `gone`: its block left the chain. */
    status: text().$type<'seen' | 'applied' | 'gone'>().notNull(),
    /** Counts reappearances after reorganisations. Part of the ledger keys, since an event may leave and return. */
    incarnation: integer().notNull().default(1),
  },
  (table) => [
    index('chain_events_by_block').on(table.chainId, table.blockNumber),
    // Once applied, its owner is known from the feature's own rows.
    index('chain_events_waiting_of').on(table.account, table.id).where(sql`${table.status} = 'seen'`),
    index('chain_events_waiting').on(table.blockNumber).where(sql`${table.status} = 'seen'`),
    check('chain_events_status', sql`${table.status} in ('seen', 'applied', 'gone')`),
    check('chain_events_kind', sql`${table.kind} in ('vouched', 'steeze_purchased', 'steeze_withdrawn')`),
  ],
)

/**
 * The place of every event on its chain, with the event's id, so that an event is stored once in all partitions.
 * Written by a trigger. Append-only. The transaction's hash has 32 bytes, half the size of its text.
 */
export const chainEventKeys = pgTable(
  'chain_event_keys',
  {
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    chainId: integer('chain_id').notNull(),
    logIndex: integer('log_index').notNull(),
    txHash: bytea('tx_hash').notNull(),
  },
  (table) => [
    primaryKey({ name: 'chain_event_keys_pkey', columns: [table.chainId, table.txHash, table.logIndex] }),
    // For audits, at a few bytes a page: keys are in the order of their events.
    index('chain_event_keys_by_event').using('brin', table.eventId).with({ pages_per_range: 32, autosummarize: true }),
  ],
)

/** Progress of following the contracts. One row per pair of contracts ever used. */
export const chainCursors = pgTable('chain_cursors', {
  /** Text of the form `<chain id>/<vouch contract>/<Steeze contract>`. */
  id: text().primaryKey(),
  /** Blocks up to this one are stored and count. */
  blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
  blockHash: text('block_hash'),
  blockTime: timestamp('block_time', { withTimezone: true }),
  /** Blocks up to this one were read again when final. */
  finalNumber: bigint('final_number', { mode: 'number' }).notNull(),
  finalHash: text('final_hash'),
  finalTime: timestamp('final_time', { withTimezone: true }),
  /** First block past `final_number` on which nodes disagree; nothing from it on becomes final. */
  disputedBlock: bigint('disputed_block', { mode: 'number' }),
  /** The server that follows now, and the end of its lease. */
  leaseHolder: text('lease_holder'),
  leaseUntil: timestamp('lease_until', { withTimezone: true }),
})

/** Earlier cursor positions since the last final block, to rewind to after a reorganisation. */
export const chainCheckpoints = pgTable(
  'chain_checkpoints',
  {
    cursorId: text('cursor_id')
      .notNull()
      .references(() => chainCursors.id),
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    blockHash: text('block_hash').notNull(),
    blockTime: timestamp('block_time', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.cursorId, table.blockNumber] })],
)

export const chainEventsRetention = [
  keptForever(chainEvents, 'an event that is read again is credited once; one whose block left may come back'),
  keptForever(chainEventKeys, 'an event is credited once'),
  bounded(chainCursors, 'one row for each pair of contracts'),
  bounded(chainCheckpoints, 'removed once their block is final'),
]

declare module '#platform/db/sql' {
  interface Tables {
    chain_events: typeof chainEvents.$inferSelect
    chain_event_keys: typeof chainEventKeys.$inferSelect
    chain_cursors: typeof chainCursors.$inferSelect
    chain_checkpoints: typeof chainCheckpoints.$inferSelect
  }
}
