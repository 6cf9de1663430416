import { auraVouchAbi, steezeStackAbi, usdcAbi } from '@aura/contracts/abi'
import { type Address, encodeFunctionData, getAddress, type Hex, toEventSelector } from 'viem'
import { joinWithWallet, markShown } from '../../server/src/features/auth/index.ts'
import { ChainFollower, ChainReplaced } from '../../server/src/features/chain-events/index.ts'
import { findUsername } from '../../server/src/features/profile/index.ts'
import { readReserves, testCredit } from '../../server/src/features/steeze/index.ts'
import { createVouch, vouchesOf } from '../../server/src/features/vouching/index.ts'
import { findWalletUser } from '../../server/src/features/wallets/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { auditAll } from '../../server/src/programs/audit-all.ts'
import { eventHandlers } from '../../server/src/run-features.ts'
import { DEMO_ACCOUNTS } from '../../web/src/dev/demo-wallet/accounts.ts'
import { rpc } from '../local-chain/rpc.ts'
import { personaAccount, personaWallet } from './persona-wallet.ts'

const MICROS = 1_000_000

/** The script's purchases, in whole USDC. */
const PURCHASES: readonly (readonly [username: string, usdc: number])[] = [
  ['temi_codes', 60],
  ['gas_goblin', 25],
  ['kofi_mints', 40],
  ['yuki_reads', 12],
  ['ada_onchain', 30],
  ['merkle_maya', 18],
  ['hana_hashes', 5],
  ['rollup_raj', 22],
  ['fork_frida', 8],
  ['nonce_and_ivy', 15],
]

/** Vouches in whole USDC, some with words. */
const VOUCHES: readonly (readonly [voucher: string, target: string, usdc: number, words?: string])[] = [
  ['gas_goblin', 'temi_codes', 25, 'Her thread on gas saved me a week.'],
  ['kofi_mints', 'temi_codes', 40, 'Reviewed my contract line by line and asked for nothing.'],
  ['sol_sister', 'temi_codes', 5],
  ['yuki_reads', 'tobi_wav', 10, 'The only audio tutorials I finish.'],
  ['temi_codes', 'tobi_wav', 20, 'Explains rollups so that my mother gets them.'],
  ['merkle_maya', 'sol_sister', 3],
  ['temi_codes', 'gas_goblin', 12],
  ['hana_hashes', 'ada_onchain', 8],
  ['tobi_wav', 'ada_onchain', 15, 'Shows up every single day.'],
  ['block_baker', 'kofi_mints', 2],
  ['ada_onchain', 'yuki_reads', 6],
  ['rollup_raj', 'hana_hashes', 4, 'Beat me twice, then taught me how.'],
  ['fork_frida', 'merkle_maya', 1],
  ['prim_ledger', 'block_baker', 2],
]

/** Ada gets earned Steeze before a visitor signs in as her, so that she can redeem. */
const [ADA] = DEMO_ACCOUNTS
const ADAS_PATRON = 'temi_codes'
const ADAS_STEEZE = 120
/** Vouches that give Ada receipts. */
const ADAS_VOUCHERS: readonly (readonly [voucher: string, usdc: number])[] = [
  ['temi_codes', 5],
  ['kofi_mints', 3],
]

const PURCHASED = toEventSelector('SteezePurchased(address,uint256,uint256)')

const GAS = 200_000n
const GAS_PRICE = 5_000_000_000n

/** Lets creators buy Steeze and vouch on the local chain; past transactions are kept. Returns the number sent. */
export async function playChain(ctx: Context, rpcUrl: string): Promise<number> {
  if (!ctx.chain.contracts) return 0
  const follower = new ChainFollower(ctx, eventHandlers)
  try {
    await follower.catchUp()
  } catch (error) {
    // The database was kept but the chain replaced: the server reports that itself.
    if (error instanceof ChainReplaced) return 0
    throw error
  }
  const adaId = await joinAda(ctx)
  const sent = await sendAll(ctx, rpcUrl)
  await follower.catchUp()
  await writeWords(ctx)
  const isCredited = await creditAda(ctx, adaId)
  if (sent > 0 || isCredited) await check(ctx)
  return sent
}

interface Call {
  from: string
  to: Address
  data: Hex
}

/** Returns the script's calls that are not yet on chain, each preceded by its approval. */
async function missingCalls(ctx: Context, rpcUrl: string): Promise<Call[]> {
  const { usdc, steeze, vouch } = contractsOf(ctx)
  const people = await peopleOf(ctx)
  const bought = await buyersOf(rpcUrl, steeze)
  const calls: Call[] = []
  const spend = (from: string, spender: Address, amount: bigint, data: Hex) => {
    const approval = encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [spender, amount] })
    calls.push({ from, to: usdc, data: approval }, { from, to: spender, data })
  }
  for (const [username, whole] of PURCHASES) {
    if (!people.has(username) || bought.has(personaWallet(username).toLowerCase())) continue
    const amount = BigInt(whole * MICROS)
    spend(
      username,
      steeze,
      amount,
      encodeFunctionData({ abi: steezeStackAbi, functionName: 'buySteeze', args: [amount] }),
    )
  }
  const vouches = [
    ...VOUCHES.filter(([, target]) => people.has(target)).map(([voucher, target, whole]) => {
      return { voucher, whole, target: personaWallet(target) }
    }),
    ...(ADA ? ADAS_VOUCHERS.map(([voucher, whole]) => ({ voucher, whole, target: ADA.address })) : []),
  ]
  for (const { voucher, target, whole } of vouches) {
    if (!people.has(voucher)) continue
    const args = [personaWallet(voucher), target] as const
    const asked = encodeFunctionData({ abi: auraVouchAbi, functionName: 'vouchedAmount', args })
    if (BigInt(await ctx.chain.call({ to: vouch, data: asked })) > 0n) continue
    const amount = BigInt(whole * MICROS)
    const data = encodeFunctionData({ abi: auraVouchAbi, functionName: 'vouch', args: [args[1], amount] })
    spend(voucher, vouch, amount, data)
  }
  return calls
}

function contractsOf({ chain }: Context): Record<'usdc' | 'steeze' | 'vouch', Address> {
  if (!chain.contracts) throw new Error('the demo has no contracts')
  const { usdc, steeze, vouch } = chain.contracts
  return { usdc: getAddress(usdc), steeze: getAddress(steeze), vouch: getAddress(vouch) }
}

async function peopleOf(ctx: Context): Promise<Set<string>> {
  const joined = new Set<string>()
  const named = [...PURCHASES.map(([buyer]) => buyer), ...VOUCHES.flatMap((vouch) => [vouch[0], vouch[1]])]
  for (const username of new Set(named)) if (await findUsername(ctx.db, username)) joined.add(username)
  return joined
}

/** Returns the buyers' addresses in lower case. */
async function buyersOf(rpcUrl: string, steeze: Address): Promise<Set<string>> {
  const logs = await rpc<{ topics: Hex[] }[]>(rpcUrl, 'eth_getLogs', [
    { address: steeze, topics: [PURCHASED], fromBlock: '0x0', toBlock: 'latest' },
  ])
  return new Set(logs.map(({ topics }) => `0x${topics[1]?.slice(-40)}`.toLowerCase()))
}

/** Submits all transactions at once, so that the first start takes few blocks. */
async function sendAll(ctx: Context, rpcUrl: string): Promise<number> {
  const calls = await missingCalls(ctx, rpcUrl)
  if (calls.length === 0) return 0
  const nonces = new Map<string, number>()
  const hashes: Hex[] = []
  await rpc(rpcUrl, 'evm_setAutomine', [false])
  try {
    for (const { from, to, data } of calls) {
      const account = personaAccount(from)
      const nonce =
        nonces.get(from) ?? Number(await rpc<Hex>(rpcUrl, 'eth_getTransactionCount', [account.address, 'latest']))
      nonces.set(from, nonce + 1)
      const signed = await account.signTransaction({
        type: 'eip1559',
        chainId: ctx.chain.id,
        nonce,
        to,
        data,
        gas: GAS,
        maxFeePerGas: GAS_PRICE,
        maxPriorityFeePerGas: 1n,
      })
      hashes.push(await rpc<Hex>(rpcUrl, 'eth_sendRawTransaction', [signed]))
    }
  } finally {
    await rpc(rpcUrl, 'evm_setAutomine', [true])
    await rpc(rpcUrl, 'evm_mine')
  }
  for (const hash of hashes) {
    const receipt = await rpc<{ status: Hex } | null>(rpcUrl, 'eth_getTransactionReceipt', [hash])
    if (receipt?.status !== '0x1') throw new Error(`the demo's transaction ${hash} did not go through`)
  }
  return hashes.length
}

/**
 * Lets Ada join if she has not, since vouches for strangers don't count. Her vouches belong to the demo's past, so none
 * is celebrated when a visitor signs in as her. Returns her id.
 */
async function joinAda(ctx: Context): Promise<string | undefined> {
  if (!ADA) return undefined
  const address = ADA.address.toLowerCase()
  const id =
    (await findWalletUser(ctx.db, address)) ??
    (await ctx.db.tx((tx) => joinWithWallet(ctx, tx, { address, timeZone: 'UTC' }))).userId
  await markShown(ctx, id, 'vouch_received')
  return id
}

/** Writes the vouches' words as the vouchers would in the dialog. */
async function writeWords(ctx: Context): Promise<void> {
  for (const [voucher, target, , words] of VOUCHES) {
    if (words === undefined) continue
    const [from, to] = [await findUsername(ctx.db, voucher), await findUsername(ctx.db, target)]
    if (!from || !to) continue
    const [userId, vouchedUserId] = [from.id, to.id]
    const received = await vouchesOf(ctx, vouchedUserId, { direction: 'received', viewerId: vouchedUserId })
    const vouch = received.find(({ other }) => other.id === userId)
    if (vouch) await createVouch(ctx, { userId, vouchedUserId, transactionHash: vouch.transactionHash, words })
  }
}

async function creditAda(ctx: Context, toId: string | undefined): Promise<boolean> {
  const patron = await findUsername(ctx.db, ADAS_PATRON)
  if (!toId || !patron) return false
  return testCredit(ctx, { key: 'demo/ada', fromId: patron.id, toId, amount: ADAS_STEEZE })
}

async function check(ctx: Context): Promise<void> {
  const broken = (await auditAll(ctx.db)).flatMap((audit) => audit.broken)
  if (broken[0]) throw new Error(`the demo broke a promise: ${JSON.stringify(broken[0])}`)
  const { difference } = await readReserves(ctx)
  if (difference !== 0) throw new Error(`after the demo the ledger and the contract differ by ${difference} Steeze`)
}
