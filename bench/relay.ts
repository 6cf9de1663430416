/**
 * 500 people pay at once through the relay, while its sender is killed three times, a node lies and gas triples.
 * `npm run bench relay PEOPLE` for another number. Half buy Steeze, half vouch for the next person; all signatures are
 * real, on a real chain with a block every 200 ms. Nothing that was taken on may be lost, sent twice or stuck.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { mockUsdcAbi } from '@aura/contracts/bytecode'
import { purchaseAuthorization, type Token, vouchAuthorization } from '@aura/contracts/signing/authorization'
import { createPublicClient, encodeFunctionData, type Hex, http, numberToHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import type { RelayedPayment } from '../api/src/calls/relay.ts'
import { joinWithWallet } from '../server/src/features/auth/index.ts'
import { openSender, RelayKey, relayPayment } from '../server/src/features/relay/index.ts'
import { defaultLimits } from '../server/src/limits.ts'
import type { ChainSettings } from '../server/src/platform/chain/chain.ts'
import { rpcChain } from '../server/src/platform/chain/rpc-chain.ts'
import { productContext } from '../tests/server/product/arena.ts'
import { AnvilNetwork } from '../tools/local-chain/anvil-network.ts'
import { LOCAL_CONTRACTS, START_BLOCK } from '../tools/local-chain/deploy.ts'
import { startLyingNode } from './relay/lying-node.ts'
import type { SenderStart } from './relay/sender.ts'
import { startDurableDatabase } from './support/database.ts'
import { printFaults, printFigures, printTable, quantile } from './support/figures.ts'
import { startProgram } from './support/programs.ts'

const PEOPLE = Number(process.argv[2] ?? 500)
const KILLS = 3
const CHAIN_ID = 31_337
const BLOCK_MS = 200
const GAS_WEI = 10_000_000_000
const AT_ONCE = 40
const SETTLED_WITHIN_MS = 240_000
const USDC = 1_000_000n
/** Gas costs more here than the relay pays elsewhere, so that the price decides which transactions a block takes. */
const DEAR = { maxPriceWei: 1e12 }

const { usdc, vouch, steeze } = LOCAL_CONTRACTS
const network = await AnvilNetwork.start()
process.once('exit', () => network.stop())
const reader = createPublicClient({ transport: http(network.url) })
const lying = await startLyingNode(network.url)
const postgres = await startDurableDatabase({}, AT_ONCE + 8)
const { db, url } = postgres

const key = generatePrivateKey()
const relay = new RelayKey(key)
const chain: ChainSettings = { ...network.settings, rpcUrls: [lying.url] }
const generous = { perPersonDay: 10, hourGwei: 1e12, dayGwei: 1e12, waiting: PEOPLE + 1, queuedMs: SETTLED_WITHIN_MS }
const limits = { ...defaultLimits, relay: { ...defaultLimits.relay, ...generous, ...DEAR } }
const ctx = { ...productContext(db, { limits }), chain: rpcChain(chain), relay }
const startSender = () => startProgram('relay/sender.ts', { url, chain, key, ...DEAR } satisfies SenderStart)

/** Mines as Base does, at a price that the benchmark sets. */
let priceWei = GAS_WEI
let isMining = true
let isStill = false
async function mine(): Promise<void> {
  for (; isMining; await pause(BLOCK_MS)) {
    if (isStill) continue
    await network.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(priceWei)])
    await network.rpc('evm_mine')
  }
}

/** Makes gas three times as dear while transactions are on their way that offer less. */
async function tripleGas(untilMs: number): Promise<void> {
  isStill = true
  while (Date.now() < untilMs) {
    const next = await reader.getTransactionCount({ address: relay.address as Hex })
    const sent = await countOf("relayed_payments where status = 'sent' and nonce >= $1", [next])
    if (sent >= Math.min(10, PEOPLE / 10)) break
    await pause(50)
  }
  priceWei *= 3
  isStill = false
}

async function makePeople() {
  const people: { userId: string; wallet: PrivateKeyAccount }[] = []
  const minter = privateKeyToAddress(generatePrivateKey())
  await network.rpc('anvil_setBalance', [minter, numberToHex(10n ** 20n)])
  await network.rpc('anvil_impersonateAccount', [minter])
  for (let made = 0; made < PEOPLE; made++) {
    const wallet = privateKeyToAccount(generatePrivateKey())
    const address = wallet.address.toLowerCase()
    const { userId } = await db.tx((tx) => joinWithWallet(ctx, tx, { address, timeZone: 'UTC' }))
    const data = encodeFunctionData({ abi: mockUsdcAbi, functionName: 'mint', args: [wallet.address, 100n * USDC] })
    await network.rpc('eth_sendTransaction', [{ from: minter, to: usdc, data }])
    people.push({ userId, wallet })
  }
  await network.rpc('anvil_setBalance', [relay.address, numberToHex(10n ** 21n)])
  await network.mine(Math.ceil(PEOPLE / 100))
  return people
}

type Person = Awaited<ReturnType<typeof makePeople>>[number]

const TOKEN: Token = { chainId: CHAIN_ID, address: usdc, name: 'USD Coin', version: '2' }

async function signed({ wallet }: Person, next: Person, isVouch: boolean): Promise<RelayedPayment> {
  const salt: Hex = `0x${randomBytes(32).toString('hex')}`
  const validBefore = Math.floor(Date.now() / 1_000) + 1_200
  const authorization = { from: wallet.address, validBefore, salt, micros: USDC }
  const signature = await wallet.signTypedData(
    isVouch
      ? vouchAuthorization(TOKEN, { ...authorization, vouch, target: next.wallet.address })
      : purchaseAuthorization(TOKEN, { ...authorization, steeze }),
  )
  const what = isVouch
    ? { purpose: 'vouch' as const, vouchedUserId: next.userId, usdc: 1 }
    : { purpose: 'buy' as const, steeze: 10 }
  return { ...what, validBefore, salt, signature }
}

/** Waits until this share of the payments is in a block, or the time is up. */
async function untilMined(share: number, untilMs: number): Promise<void> {
  while (Date.now() < untilMs) {
    const mined = await countOf("relayed_payments where status in ('mined', 'failed')")
    if (mined >= PEOPLE * share) return
    await pause(50)
  }
}

async function countOf(rows: string, values: readonly number[] = []): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*)::int as count from ${rows}`, values)
  return row?.count ?? 0
}

/** A revert, a used number and a block, none of which are there. */
const LIES = {
  eth_call: { error: { code: 3, message: 'execution reverted' } },
  eth_getTransactionCount: { result: numberToHex(1_000_000) },
  eth_getTransactionReceipt: { result: null },
}

const people = await makePeople()
await openSender(ctx, relay)
const payments = await Promise.all(
  people.map((person, index) => signed(person, people[(index + 1) % PEOPLE] as Person, index % 2 === 1)),
)
const mining = mine()
let sender = await startSender()

const untilMs = Date.now() + SETTLED_WITHIN_MS
const taken: string[] = []
const refusals: unknown[] = []
const queue = payments.entries()
const paying = Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const [index, payment] of queue) {
      const { userId } = people[index] as Person
      await relayPayment(ctx, { userId, payment }).then(
        ({ id }) => taken.push(id),
        (error: unknown) => refusals.push(error),
      )
    }
  }),
)
for (let kill = 1; kill <= KILLS; kill++) {
  await untilMined(kill / (KILLS + 2), untilMs)
  if (kill === 2) await tripleGas(untilMs)
  await sender.kill()
  sender = await startSender()
  if (kill === 1) lying.lie(LIES)
}
await paying
await untilMined(1, untilMs)
// The last ones are looked at once more than the others.
await pause(2_000)
isMining = false
await mining
await sender.kill()

const rows = await db.query<{ status: string; reason: string | null; seconds: number }>(
  `select status, reason, extract(epoch from coalesce(settled_at, clock_timestamp()) - created_at)::float8 as seconds
   from relayed_payments`,
)
const done = rows.filter(({ status }) => status === 'mined')
const stuck = rows.filter(({ status }) => ['checking', 'queued', 'sent'].includes(status)).length
const logs = await reader.getLogs({ address: [vouch, steeze], fromBlock: BigInt(START_BLOCK) })
const events = logs.filter(({ topics }) => topics.length > 1)
const payers = new Set(people.map(({ wallet }) => wallet.address.slice(2).toLowerCase().padStart(64, '0')))
const paid = events.map(({ topics }) => (topics[1] as string).slice(2)).filter((payer) => payers.has(payer))
const transactions = await ctx.chain.transactionCount(relay.address)
const lost = taken.length - done.length - stuck
const doubled = paid.length - new Set(paid).size + Math.max(0, transactions - rows.length)
const seconds = done.map((row) => row.seconds)
printTable([
  {
    people: PEOPLE,
    taken: taken.length,
    refused: refusals.length,
    mined: done.length,
    'transactions on chain': transactions,
    signed: await countOf('relay_transactions'),
    kills: KILLS,
    lies: lying.told(),
    'p50 s': quantile(seconds, 0.5).toFixed(1),
    'p95 s': quantile(seconds, 0.95).toFixed(1),
  },
])
for (const refusal of refusals.slice(0, 3)) console.error(refusal)
for (const row of rows.filter(({ status }) => status === 'failed').slice(0, 3)) console.error(row)
printFaults({ 'relay-lost': lost, 'relay-doubled': doubled, 'relay-stuck': stuck })
printFigures({ 'relay-p95-seconds': quantile(seconds, 0.95) })
if (paid.length !== done.length) process.exitCode = 1
lying.close()
await postgres.stop()
network.stop()
