import { createHash } from 'node:crypto'
import { usdcAbi } from '@aura/contracts/abi'
import { type Address, encodeFunctionData, type Hex, maxUint256 } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { joinWithWallet } from '../../../../server/src/features/auth/index.ts'
import type { Context } from '../../../../server/src/platform/context.ts'
import type { Db } from '../../../../server/src/platform/db/db.ts'
import { fund } from '../../../../tools/local-chain/deploy.ts'
import { rpc } from '../../../../tools/local-chain/rpc.ts'
import type { LocalChain } from '../../../../tools/local-chain/start-local-chain.ts'

export interface Wallet {
  userId: string
  account: PrivateKeyAccount
}

interface Transaction {
  to: Address
  data: Hex
}

const GAS = 250_000n
const GAS_PRICE = 100_000_000_000n

/** People who joined with wallets of this seed, each with 1,000 test USDC. */
export async function joinWithWallets(
  ctx: Context,
  local: LocalChain,
  { seed, count }: { seed: number; count: number },
): Promise<Wallet[]> {
  const wallets: Wallet[] = []
  for (let index = 0; index < count; index++) {
    const key = createHash('sha256').update(`chaos ${seed} ${index}`).digest('hex')
    const account = privateKeyToAccount(`0x${key}`)
    const address = account.address.toLowerCase()
    const { userId } = await ctx.db.tx((tx) => joinWithWallet(ctx, tx, { address, timeZone: 'UTC' }))
    wallets.push({ userId, account })
  }
  await fund(
    local.rpcUrl,
    wallets.map(({ account }) => account.address),
  )
  return wallets
}

/** Transactions with which a wallet lets each contract take its USDC. */
export const approvals = ({ contracts: { usdc, steeze, vouch } }: LocalChain): Transaction[] =>
  [steeze, vouch].map((spender) => ({
    to: usdc,
    data: encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [spender, maxUint256] }),
  }))

/** Returns the transaction's hash. */
export async function sendFrom(
  { rpcUrl, chainId }: LocalChain,
  account: PrivateKeyAccount,
  { to, data }: Transaction,
): Promise<Hex> {
  const nonce = Number(await rpc<Hex>(rpcUrl, 'eth_getTransactionCount', [account.address, 'pending']))
  const signed = await account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    to,
    data,
    gas: GAS,
    maxFeePerGas: GAS_PRICE,
    maxPriorityFeePerGas: 1n,
  })
  return rpc<Hex>(rpcUrl, 'eth_sendRawTransaction', [signed])
}

/** Whether a server has read everything that is final on the chain. */
export async function isFinalFollowed(db: Db, { rpcUrl }: LocalChain): Promise<boolean> {
  const { number } = await rpc<{ number: Hex }>(rpcUrl, 'eth_getBlockByNumber', ['finalized', false])
  const [cursor] = await db.query<{ final: number }>('select final_number as final from chain_cursors')
  return (cursor?.final ?? 0) >= Number(number)
}
