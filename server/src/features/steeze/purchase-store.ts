import type { Queryable, Tx } from '#platform/db/db'

export interface Purchase {
  eventId: number
  key: string
  wallet: string
  userId: string | null
  amount: number
  usdcMicros: number
  txHash: string
  boughtAt: Date
}

const COLUMNS = `event_id as "eventId", key, wallet, user_id as "userId", amount, usdc_micros as "usdcMicros",
  tx_hash as "txHash", bought_at as "boughtAt"`

export async function insertPurchases(tx: Tx, purchases: readonly Purchase[]): Promise<void> {
  const column = <T>(value: (purchase: Purchase) => T) => purchases.map(value)
  await tx.query(
    `insert into steeze_purchases (event_id, key, wallet, user_id, amount, usdc_micros, tx_hash, bought_at)
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::uuid[], $5::bigint[], $6::bigint[], $7::text[],
                          $8::timestamptz[])`,
    [
      column(({ eventId }) => eventId),
      column(({ key }) => key),
      column(({ wallet }) => wallet),
      column(({ userId }) => userId),
      column(({ amount }) => amount),
      column(({ usdcMicros }) => usdcMicros),
      column(({ txHash }) => txHash),
      column(({ boughtAt }) => boughtAt.toISOString()),
    ],
  )
}

export async function deletePurchases(tx: Tx, eventIds: readonly number[]): Promise<Purchase[]> {
  return tx.query(`delete from steeze_purchases where event_id = any($1::bigint[]) returning ${COLUMNS}`, [eventIds])
}

export async function takeUnclaimed(tx: Tx, wallet: string, userId: string): Promise<Purchase[]> {
  return tx.query(
    `update steeze_purchases set user_id = $2 where wallet = $1 and user_id is null returning ${COLUMNS}`,
    [wallet, userId],
  )
}

export async function findPurchases(db: Queryable, eventIds: readonly number[]): Promise<Purchase[]> {
  return db.query(`select ${COLUMNS} from steeze_purchases where event_id = any($1::bigint[])`, [eventIds])
}

export async function findPurchasesOf(db: Queryable, userId: string, most: number): Promise<Purchase[]> {
  return db.query(
    `select ${COLUMNS} from steeze_purchases where user_id = $1 order by bought_at desc, event_id desc limit $2`,
    [userId, most],
  )
}
