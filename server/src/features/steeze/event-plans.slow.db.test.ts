import { beforeAll, expect, it } from 'vitest'
import { insertPurchases } from '../../../../tests/server/chain/event-rows.ts'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { eventsReadIn, leaveEventsInPartition } from '../../../../tests/server/database/partitions.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import type { Tx } from '../../platform/db/db.ts'
import { findUncredited, sumFinalEvents, sumNewerEvents } from './audit-store.ts'
import { steezeReceipts } from './receipt-store.ts'
import { findUnexplained, sumSettled, sumSettledOf, sumWithdrawn } from './redeeming/redemption-store.ts'

const [EACH, PARTITIONS, CHAIN] = [1_000, 12, 8453]
const LAST = EACH * PARTITIONS
const USER = '00000000-0000-0000-0000-000000000001'
const SCOPE = { chainId: CHAIN, contract: 'contract' }
const db = openForAll(openTestDatabase)
let ids: number[]

/** Makes twelve partitions of purchases, of which one in a hundred is the user's, and as many redemptions of theirs. */
beforeAll(async () => {
  ids = []
  for (let number = 0; number < PARTITIONS; number++) {
    await leaveEventsInPartition(db, number === 0 ? 0 : number + 1, EACH * 2)
    await db.query('select add_chain_event_partitions()')
    ids.push(...(await insertPurchases(db, { from: number * EACH + 1, to: (number + 1) * EACH })))
  }
  await db.query(`insert into users (id, username, created_at) values ($1, 'ada', '2026-01-01T00:00:00Z')`, [USER])
  await db.query(
    `insert into steeze_purchases (event_id, key, wallet, user_id, amount, usdc_micros, tx_hash, bought_at)
     select id, 'key/' || id, 'wallet', case when n % 500 = 1 then $2::uuid end, 1, 100000, 'hash', '2026-01-01T00:00:00Z'
     from unnest($1::bigint[]) with ordinality as e (id, n)`,
    [ids, USER],
  )
  await db.query(
    `insert into steeze_withdrawals (event_id, wallet, user_id, amount, unexplained, usdc_micros, tx_hash, withdrawn_at)
     select id, case when n % 500 = 2 then 'account' else 'other/' || n end, case when n % 500 = 2 then $2::uuid end, 1,
            case when n = 700 then 1 else 0 end, 1, 'hash', '2026-01-01T00:00:00Z'
     from unnest($1::bigint[]) with ordinality as e (id, n) where n % 500 > 1`,
    [ids, USER],
  )
  await db.query(`insert into chain_cursors (id, block_number, final_number) values ($1, $2, $2)`, [
    `${CHAIN}/vouch/steeze`,
    LAST - 10,
  ])
  await db.script('analyze')
})

const final = [{ chainId: CHAIN, block: LAST - 10 }]
const range = () => ({ after: ids[LAST - 101] ?? 0, upTo: ids[LAST - 1] ?? 0 })
// The planner reads some once more, because it asks indexes for the greatest id.
const page = { kind: null, before: null, limit: 20 }

it.each<[string, number, (tx: Tx) => Promise<unknown>]>([
  ['receipts', 48, (tx) => steezeReceipts.list(tx, USER, page)],
  ['older receipts', 48, (tx) => steezeReceipts.list(tx, USER, { ...page, before: ids[6_000] ?? 0 })],
  ['a receipt', 1, (tx) => steezeReceipts.find(tx, USER, ids[3_000] ?? 0)],
  ['withdrawals of a wallet', 24, (tx) => sumWithdrawn(tx, SCOPE, { wallet: 'account', throughBlock: LAST })],
  ['settled withdrawals', 24, (tx) => sumSettled(tx, SCOPE, { userId: USER, wallet: 'account', afterBlock: 0 })],
  ['settled withdrawals of redemptions', 0, (tx) => sumSettledOf(tx, [USER])],
  ['unexplained withdrawals', 1, (tx) => findUnexplained(tx, SCOPE)],
  ['purchases of a range', 101, (tx) => findUncredited(tx, range())],
  ['the sum of a range', 101, (tx) => sumFinalEvents(tx, final, range())],
  ['events past the final block', 22, (tx) => sumNewerEvents(tx, final)],
])('with twelve partitions reads no other events than it needs: %s', async (_, most, work) => {
  for (let run = 0; run < 8; run++) {
    const read = Object.values(await eventsReadIn(db, work)).reduce((sum, each) => sum + each, 0)
    expect([run, read <= most ? 'as few' : read]).toEqual([run, 'as few'])
  }
})
