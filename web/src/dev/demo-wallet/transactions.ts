import { encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ProviderRpcError } from '#lib/wallet/provider-rpc-error'
import type { DemoAccount } from './accounts.ts'
import type { AskNode } from './node.ts'
import type { Transaction } from './provider.ts'

export interface LocalChain {
  chainId: number
  ask: AskNode
  usdc: string
}

/** Balances in wei and micro-USDC. */
export interface Purse {
  ether: bigint
  usdc: bigint
}

const TIP_WEI = 1_000_000n
const GIVEN_ETHER_WEI = 10n ** 19n
const GIVEN_MICRO_USDC = 1_000_000_000n

const TOKEN_ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function balanceOf(address account) view returns (uint256)',
])

/** Sends a transaction and returns its hash. Throws the node's error if it would fail. */
export async function send({ chainId, ask }: LocalChain, account: DemoAccount, transaction: Transaction): Promise<Hex> {
  const { to, data, value = '0x0' } = transaction
  const call = { from: account.address, ...(to ? { to } : {}), ...(data ? { data } : {}), value }
  const gas = BigInt(transaction.gas ?? ((await ask('eth_estimateGas', [call])) as Hex))
  const nonce = Number(await ask('eth_getTransactionCount', [account.address, 'pending']))
  const { baseFeePerGas } = (await ask('eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas: Hex }
  const signed = await privateKeyToAccount(account.privateKey).signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    gas: transaction.gas ? gas : (gas * 12n) / 10n,
    maxPriorityFeePerGas: TIP_WEI,
    maxFeePerGas: 2n * BigInt(baseFeePerGas) + TIP_WEI,
    value: BigInt(value),
    ...(to ? { to: to as Hex } : {}),
    ...(data ? { data } : {}),
  })
  return (await ask('eth_sendRawTransaction', [signed])) as Hex
}

export async function purseOf({ ask, usdc }: LocalChain, account: DemoAccount): Promise<Purse> {
  const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'balanceOf', args: [account.address] })
  const [ether, dollars] = await Promise.all([
    ask('eth_getBalance', [account.address, 'latest']),
    ask('eth_call', [{ to: usdc, data }, 'latest']),
  ])
  return { ether: BigInt(ether as Hex), usdc: BigInt(dollars as Hex) }
}

const POLL_MS = 100

/** Waits until the transaction is mined. Throws if it reverted or the chain stopped. */
export async function untilDone({ ask }: Pick<LocalChain, 'ask'>, hash: Hex): Promise<void> {
  for (;;) {
    const receipt = (await ask('eth_getTransactionReceipt', [hash])) as { status: Hex } | null
    if (receipt?.status === '0x1') return
    if (receipt) throw new ProviderRpcError(-32000, 'The transaction was reverted.')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

export async function topUp(chain: LocalChain, account: DemoAccount): Promise<void> {
  const { ether } = await purseOf(chain, account)
  if (ether < GIVEN_ETHER_WEI) await chain.ask('anvil_setBalance', [account.address, numberToHex(GIVEN_ETHER_WEI)])
  await giveUsdc(chain, account, account.address)
}

/** Gives any address as much USDC as `topUp`; the account pays the network's fee. */
export async function giveUsdc(chain: LocalChain, account: DemoAccount, to: Hex): Promise<void> {
  const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'mint', args: [to, GIVEN_MICRO_USDC] })
  await untilDone(chain, await send(chain, account, { to: chain.usdc, data }))
}
