import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { joinWithWallet } from '../../../server/src/features/auth/index.ts'
import { auditLedger, balancesOf } from '../../../server/src/features/ledger/index.ts'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { AnvilNetwork } from '../../../tools/local-chain/anvil-network.ts'
import { newPostgresDatabase } from '../database/open-test-database.ts'
import { productContext } from '../product/arena.ts'
import type { WatchWorkerStart } from './watch-worker.ts'

const USDC = 1_000_000
const POLL_MS = 10

let network: AnvilNetwork
let url: string
let db: Db
const servers: ChildProcess[] = []
beforeEach(async () => {
  network = await AnvilNetwork.start()
  url = await newPostgresDatabase()
  db = await openPg({ url, poolSize: 4 })
})
afterEach(async () => {
  for (const server of servers.splice(0)) server.kill('SIGKILL')
  network?.stop()
  await db?.close()
})

/** Starts another server that counts its polls. Resolves at the first poll. */
async function serve(): Promise<{ looks: number; process: ChildProcess }> {
  const start: WatchWorkerStart = { url, chain: network.settings }
  const process = fork(join(import.meta.dirname, './watch-worker.ts'), [JSON.stringify(start)])
  servers.push(process)
  const server = { looks: 0, process }
  process.on('message', (said) => {
    if (said === 'looked') server.looks++
  })
  await once(process, 'message')
  return server
}

/** Polls, because no event tells what happens in another process. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(POLL_MS)
}

/** Returns whether another connection is running this SQL. */
async function isAt(what: string): Promise<boolean> {
  const found = await db.query(
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${what}`,
  )
  return found.length > 0
}

it('one of two servers follows at a time; when it is killed while it credits, the other takes over and nothing is credited twice [steeze.credited-once]', async () => {
  const ctx = productContext(db)
  const wallet = privateKeyToAccount(generatePrivateKey())
  const address = wallet.address.toLowerCase()
  const { userId } = await db.tx((tx) => joinWithWallet(ctx, tx, { address, timeZone: 'UTC' }))
  const purchased = async () => (await balancesOf(db, userId)).steeze_purchased
  const first = await serve()
  await until(() => first.looks > 0)
  const second = await serve()
  await network.mint(wallet, 100 * USDC)
  await network.buy(wallet, 3 * USDC)
  await until(async () => (await purchased()) === 30)

  // Kill it in a transaction that has stored the events and waits for their account's lock.
  const otherDb = await openPg({ url, poolSize: 1 })
  await otherDb.tx(async (tx) => {
    await tx.query('select 1 from ledger_accounts where owner_id = $1 for update', [userId])
    for (let bought = 0; bought < 5; bought++) await network.buy(wallet, USDC, { isPending: true })
    await network.mine()
    await until(() => isAt(`wait_event_type = 'Lock' and query like '%ledger_accounts%'`))
    first.process.kill('SIGKILL')
    await once(first.process, 'exit')
  })
  await otherDb.close()
  await until(async () => !(await isAt(`state <> 'idle' and query like '%ledger_accounts%'`)))
  expect([await purchased(), second.looks]).toEqual([30, 0])

  // The killed server never released its lease, so the lease is expired here instead of waiting.
  await db.query(`update chain_cursors set lease_until = clock_timestamp()`)
  await until(() => second.looks > 0)
  expect(await purchased()).toBe(80)
  // A restarted server does not take the lease.
  const third = await serve()
  await network.buy(wallet, USDC)
  await until(async () => (await purchased()) === 90)
  expect(third.looks).toBe(0)
  const events = await db.query('select status, incarnation from chain_events')
  expect(events).toEqual(Array(7).fill({ status: 'applied', incarnation: 1 }))
  expect((await auditLedger(db)).broken).toEqual([])
})
