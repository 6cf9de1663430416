import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'

/** What the two contracts wrote down, each event once. Amounts as the event says them. */
export const chainEvents = pgTable(
  'chain_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    chainId: integer('chain_id').notNull(),
    txHash: text('tx_hash').notNull(),
    logIndex: integer('log_index').notNull(),
    /** Lower case. */
    contract: text().notNull(),
    kind: text().notNull(),
    blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
    blockHash: text('block_hash').notNull(),
    blockTime: timestamp('block_time', { withTimezone: true }).notNull(),
    /** Who vouched, bought or withdrew; lower case. */
    account: text().notNull(),
    /** Who was vouched for. */
    target: text(),
    usdcMicros: bigint('usdc_micros', { mode: 'number' }).notNull(),
    steezeAmount: bigint('steeze_amount', { mode: 'number' }),
    /** What the contract counted up to with it: the pair's vouches in micro-USDC, or the account's withdrawn Steeze. */
    runningTotal: bigint('running_total', { mode: 'number' }),
    /** `seen`: waits until it is final. `applied`: the ledger has it. `gone`: its block is not part of the chain. */
    status: text().notNull(),
    /** How often it has come; what is posted of it is named by this too, since it may go and come again. */
    incarnation: integer().notNull().default(1),
  },
  (table) => [
    unique('chain_events_once').on(table.chainId, table.txHash, table.logIndex),
    index('chain_events_by_block').on(table.chainId, table.blockNumber),
    // Once it is applied, whose it was is told by what its feature kept.
    index('chain_events_waiting_of').on(table.account, table.id).where(sql`${table.status} = 'seen'`),
    index('chain_events_waiting').on(table.blockNumber).where(sql`${table.status} = 'seen'`),
    check('chain_events_status', sql`${table.status} in ('seen', 'applied', 'gone')`),
    check('chain_events_kind', sql`${table.kind} in ('vouched', 'steeze_purchased', 'steeze_withdrawn')`),
  ],
)

/** How far the contracts have been followed. One row for each pair of contracts there ever was. */
export const chainCursors = pgTable('chain_cursors', {
  /** `<chain id>/<vouch contract>/<Steeze contract>` */
  id: text().primaryKey(),
  /** Everything up to this block is stored and counts. */
  blockNumber: bigint('block_number', { mode: 'number' }).notNull(),
  /** Null before the first block was read. */
  blockHash: text('block_hash'),
  blockTime: timestamp('block_time', { withTimezone: true }),
  /** Everything up to this block was read again when it could not change any more. */
  finalNumber: bigint('final_number', { mode: 'number' }).notNull(),
  finalHash: text('final_hash'),
  finalTime: timestamp('final_time', { withTimezone: true }),
  /** The first block past `final_number` that nodes tell differently: nothing from it on becomes final. Null: none. */
  disputedBlock: bigint('disputed_block', { mode: 'number' }),
  /** The server that follows now, and until when nobody else does. */
  leaseHolder: text('lease_holder'),
  leaseUntil: timestamp('lease_until', { withTimezone: true }),
})

/** Where the cursor has been since the last final block: from here the way back leads when the chain reorganises. */
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
