import type { Queryable, Tx } from '#platform/db/db'
import { columns, fragment, type RowOf, sql } from '#platform/db/sql'

const steezePurchases = columns('steeze_purchases')

export type Purchase = RowOf<typeof DELETE_PURCHASES>

const COLUMNS = fragment`
  ${steezePurchases('eventId', 'key', 'wallet', 'userId', 'amount', 'usdcMicros', 'txHash', 'boughtAt')}`

const INSERT_PURCHASES = sql`
  insert into steeze_purchases (event_id, key, wallet, user_id, amount, usdc_micros, tx_hash, bought_at)
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::uuid[], $5::bigint[], $6::bigint[], $7::text[],
                       $8::timestamptz[])`

export async function insertPurchases(tx: Tx, purchases: readonly Purchase[]): Promise<void> {
  const column = <T>(value: (purchase: Purchase) => T) => purchases.map(value)
  await tx.query(INSERT_PURCHASES, [
    column(({ eventId }) => eventId),
    column(({ key }) => key),
    column(({ wallet }) => wallet),
    column(({ userId }) => userId),
    column(({ amount }) => amount),
    column(({ usdcMicros }) => usdcMicros),
    column(({ txHash }) => txHash),
    column(({ boughtAt }) => boughtAt.toISOString()),
  ])
}

const DELETE_PURCHASES = sql`delete from steeze_purchases where event_id = any($1::bigint[]) returning ${COLUMNS}`

export async function deletePurchases(tx: Tx, eventIds: readonly number[]): Promise<Purchase[]> {
  return tx.query(DELETE_PURCHASES, [eventIds])
}

const TAKE_UNCLAIMED = sql`
  update steeze_purchases set user_id = $2 where wallet = $1 and user_id is null returning ${COLUMNS}`

export async function takeUnclaimed(tx: Tx, wallet: string, userId: string): Promise<Purchase[]> {
  return tx.query(TAKE_UNCLAIMED, [wallet, userId])
}

const HAS_UNCLAIMED = sql`select 1 from steeze_purchases where wallet = $1 and user_id is null limit 1`

/** Returns whether a wallet bought Steeze that nobody has yet. */
export async function hasUnclaimedPurchases(db: Queryable, wallet: string): Promise<boolean> {
  return (await db.query(HAS_UNCLAIMED, [wallet])).length > 0
}

const FIND_PURCHASES = sql`select ${COLUMNS} from steeze_purchases where event_id = any($1::bigint[])`

export async function findPurchases(db: Queryable, eventIds: readonly number[]): Promise<Purchase[]> {
  return db.query(FIND_PURCHASES, [eventIds])
}

const FIND_PURCHASES_OF = sql`
  select ${COLUMNS} from steeze_purchases where user_id = $1 order by bought_at desc, event_id desc limit $2`

export async function findPurchasesOf(db: Queryable, userId: string, most: number): Promise<Purchase[]> {
  return db.query(FIND_PURCHASES_OF, [userId, most])
}
