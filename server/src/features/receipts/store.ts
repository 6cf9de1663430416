import type { ReceiptKind } from '@aura/api/calls/receipts'
import { eventExpression } from '#features/chain-events'
import type { Queryable } from '#platform/db/db'
import { columns, fragment, of, out, type RowOf, sql } from '#platform/db/sql'

const e = columns('chain_events', 'e')
const u = columns('user_profiles', 'u?')
const COLUMNS = fragment`m.id as ${out('id', 'bigint')}, m.kind as ${out('kind', 'text', of<ReceiptKind>)},
  m.steeze as ${out('steeze', 'bigint?')}, ${e('usdcMicros')}, m.aura as ${out('aura', 'int?')},
  m.multiplier as ${out('multiplier', 'text?')}, m.counted as ${out('countedMicros', 'bigint?')},
  m.capped as ${out('auraCapped', 'int?')}, m.other_id as ${out('otherId', 'uuid?')}, ${u({ otherName: 'username' })},
  m.key as ${out('key', 'text?')}, m.redemption_id as ${out('redemptionId', 'uuid?')},
  m.settled as ${out('isSettled', 'boolean')},
  ${e('chainId', 'txHash', 'logIndex', 'blockNumber', 'blockTime', 'contract', 'account', 'target')}`

/** A row's key is the ledger's; a withdrawal has its redemption's. */
export type ReceiptRow = RowOf<typeof COLUMNS>

export interface ReceiptSource {
  /** Returns receipts, newest first, older than the event `before`. */
  readonly list: (
    db: Queryable,
    userId: string,
    page: { kind: ReceiptKind | null; before: number | null; limit: number },
  ) => Promise<ReceiptRow[]>
  readonly find: (db: Queryable, userId: string, id: number) => Promise<ReceiptRow | undefined>
  /** Returns the keys its transfers may have in the ledger. */
  readonly keysOf: (db: Queryable, row: ReceiptRow) => Promise<string[]>
}

/**
 * Makes a source of `mine`: SQL for the events of user $1 with the columns id, kind, steeze, aura, multiplier, counted,
 * capped, other_id, key, redemption_id and settled.
 */
export function receiptSource(mine: string, keysOf: ReceiptSource['keysOf']): ReceiptSource {
  const from = `from (${mine}) m cross join ${eventExpression('m.id')} left join user_profiles u on u.id = m.other_id`
  const list = sql`
    select ${COLUMNS} ${from}
    where ($2::text is null or m.kind = $2) and ($3::bigint is null or m.id < $3) order by m.id desc limit $4`
  const find = sql`select ${COLUMNS} ${from} where m.id = $2`
  return {
    list: (db, userId, { kind, before, limit }) => db.query(list, [userId, kind, before, limit]),
    find: async (db, userId, id) => (await db.query(find, [userId, id]))[0],
    keysOf,
  }
}
