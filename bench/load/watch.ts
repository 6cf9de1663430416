/**
 * Syncs a backlog of purchases from the chain into PostgreSQL, against only reading the same logs.
 * `npm run bench -- watch EVENTS` for another number. The node is an in-memory mock, so only Aura is measured; 1.0
 * would be a ledger that costs nothing.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toEventSelector } from 'viem'
import { joinWithWallet } from '../../server/src/features/auth/index.ts'
import { ChainFollower } from '../../server/src/features/chain-events/index.ts'
import { auditLedger } from '../../server/src/features/ledger/index.ts'
import { rpcChain } from '../../server/src/platform/chain/rpc-chain.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { migrate } from '../../server/src/platform/db/migrations/migrate.ts'
import { noImages } from '../../server/src/platform/images/images.ts'
import { createLive } from '../../server/src/platform/live/live.ts'
import { eventHandlers } from '../../server/src/run-features.ts'
import { testSettings, unhurriedLimits } from '../../tests/server/test-settings.ts'
import { startPostgres } from '../../tools/postgres/postgres.ts'
import { printFigure, printTable } from '../support/figures.ts'

const events = Number(process.argv[2] ?? 50_000)
const PEOPLE = 20
const PER_BLOCK = 25
/** As many blocks as fit a response. */
const BLOCKS = 250
const lastBlock = Math.ceil(events / PER_BLOCK)

const hex = (value: number, digits = 64) => `0x${value.toString(16).padStart(digits, '0')}`
const walletOf = (person: number) => hex(person + 1, 40)
const contracts = { usdc: hex(0xa, 40), vouch: hex(0xb, 40), steeze: hex(0xc, 40) }
const START_S = 1_700_000_000

const block = (number: number) => ({ number: hex(number, 1), hash: hex(number), timestamp: hex(START_S + number, 1) })

function logAt(position: number) {
  const number = Math.floor(position / PER_BLOCK) + 1
  return {
    address: contracts.steeze,
    topics: [toEventSelector('SteezePurchased(address,uint256,uint256)'), hex(1 + (position % PEOPLE))],
    data: `${hex(1_000_000)}${hex(10).slice(2)}`,
    blockNumber: hex(number, 1),
    blockHash: hex(number),
    blockTimestamp: hex(START_S + number, 1),
    transactionHash: hex(1_000_000 + position),
    logIndex: hex(position % PER_BLOCK, 1),
  }
}
const written = Array.from({ length: events }, (_, position) => JSON.stringify(logAt(position)))

function answer(method: string, params: { fromBlock: string; toBlock: string }[] & string[]): string {
  if (method === 'eth_chainId') return '"0x7a69"'
  if (method === 'eth_getLogs') {
    const [{ fromBlock, toBlock }] = params as unknown as [{ fromBlock: string; toBlock: string }]
    return `[${written.slice((Number(fromBlock) - 1) * PER_BLOCK, Number(toBlock) * PER_BLOCK).join(',')}]`
  }
  const which = params[0] ?? ''
  if (method === 'eth_getTransactionReceipt') {
    const log = logAt(Number(which) - 1_000_000)
    return JSON.stringify({ status: '0x1', blockNumber: log.blockNumber, blockHash: log.blockHash, logs: [log] })
  }
  return JSON.stringify(block(which.startsWith('0x') ? Number(which) : lastBlock))
}

const node = createServer((request, response) => {
  let text = ''
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    const { id, method, params } = JSON.parse(text)
    response.setHeader('content-type', 'application/json')
    response.end(`{"jsonrpc":"2.0","id":${id},"result":${answer(method, params)}}`)
  })
})
await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
const rpcUrls = [`http://127.0.0.1:${(node.address() as AddressInfo).port}`]
const chain = rpcChain({ kind: 'local', confirmations: 1, contracts, startBlock: 1, rpcUrls })

const postgres = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on' } })
const db = await openPg({ url: postgres.url })
try {
  await migrate(db)
  const base = { clock: systemClock, limits: unhurriedLimits }
  const ctx = {
    ...base,
    db,
    chain,
    settings: testSettings,
    live: createLive(base),
    images: noImages,
    signer: null,
  }
  for (let person = 0; person < PEOPLE; person++) {
    await db.tx((tx) => joinWithWallet(ctx, tx, { address: walletOf(person), timeZone: 'UTC' }))
  }
  const seconds = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    return (performance.now() - startedAt) / 1_000
  }
  const readAlone = async () => {
    for (let from = 1; from <= lastBlock; from += BLOCKS) await chain.scan(from, Math.min(lastBlock, from + BLOCKS - 1))
  }
  await readAlone()
  const alone = await seconds(readAlone)
  const followed = await seconds(() => new ChainFollower(ctx, eventHandlers).catchUp())
  const { broken } = await auditLedger(db)
  const [credited] = await db.query<{ count: number }>(
    `select count(*) from steeze_purchases where user_id is not null`,
  )
  printTable(
    ['what', 'seconds', 'events a second'],
    [
      ['getLogs alone', alone.toFixed(2), Math.round(events / alone)],
      ['into the ledger', followed.toFixed(2), Math.round(events / followed)],
    ],
  )
  console.log(`credited ${credited?.count} of ${events}; broken promises ${broken.length}`)
  printFigure('watch-against-get-logs', alone / followed)
  if (broken.length > 0 || credited?.count !== events) process.exitCode = 1
} finally {
  await db.close()
  await postgres.stop()
  node.close()
}
