import { setTimeout as pause } from 'node:timers/promises'
import { auraAccountFactoryAbi, auraVouchAbi, steezeStackAbi } from '@aura/contracts/abi'
import {
  auraAccountFactoryBytecode,
  auraVouchBytecode,
  mockPriceFeedAbi,
  mockPriceFeedBytecode,
  mockProxyAbi,
  mockProxyBytecode,
  mockUsdcAbi,
  mockUsdcBytecode,
  steezeStackBytecode,
} from '@aura/contracts/bytecode'
import { type Address, encodeDeployData, encodeFunctionData, getContractAddress, type Hex, numberToHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { LOCAL_OWNER_KEY, LOCAL_SIGNER_KEY } from './published-keys.ts'
import { rpc } from './rpc.ts'

export interface LocalContracts {
  usdc: Address
  vouch: Address
  steeze: Address
  feed: Address
  accounts: Address
}

export const START_BLOCK = 1

const OWNER = privateKeyToAddress(LOCAL_OWNER_KEY)
/** Admin of the proxies. No one uses it: a proxy's admin can't use the token itself. */
const PROXY_ADMIN = '0x000000000000000000000000000000000000dEaD'

const DAILY_CAP_MICRO_USDC = 1_000_000_000n
const DOLLARS_PER_ETH = 3_000_00000000n

const PURSE_WEI = 10n ** 19n
const PURSE_MICRO_USDC = 1_000_000_000n

const addressAt = (nonce: number) => getContractAddress({ from: OWNER, nonce: BigInt(nonce) })

/** Addresses in deployment order, which determines them. */
const TOKEN = addressAt(1)
const DEPLOYMENTS: readonly Hex[] = [
  encodeDeployData({ abi: mockUsdcAbi, bytecode: mockUsdcBytecode }),
  encodeDeployData({ abi: mockProxyAbi, bytecode: mockProxyBytecode, args: [addressAt(0), PROXY_ADMIN] }),
  encodeDeployData({ abi: mockPriceFeedAbi, bytecode: mockPriceFeedBytecode, args: [DOLLARS_PER_ETH] }),
  encodeDeployData({ abi: auraVouchAbi, bytecode: auraVouchBytecode, args: [TOKEN] }),
  encodeDeployData({
    abi: steezeStackAbi,
    bytecode: steezeStackBytecode,
    args: [TOKEN, OWNER, privateKeyToAddress(LOCAL_SIGNER_KEY), DAILY_CAP_MICRO_USDC],
  }),
  encodeDeployData({ abi: auraAccountFactoryAbi, bytecode: auraAccountFactoryBytecode }),
]

export const LOCAL_CONTRACTS: LocalContracts = {
  usdc: TOKEN,
  feed: addressAt(2),
  vouch: addressAt(3),
  steeze: addressAt(4),
  accounts: addressAt(5),
}

/** Deploys missing contracts. Addresses follow from the owner's nonces, so an interrupted run resumes. */
export async function deployContracts(url: string): Promise<void> {
  const done = Number(await rpc<Hex>(url, 'eth_getTransactionCount', [OWNER, 'latest']))
  if (done >= DEPLOYMENTS.length) return
  await asOwner(url, async (send) => {
    for (const data of DEPLOYMENTS.slice(done)) await send({ data })
  })
}

/** Gives ETH and test USDC to accounts that never had any. */
export async function fund(url: string, accounts: readonly Address[]): Promise<void> {
  const balances = await Promise.all(accounts.map((account) => rpc<Hex>(url, 'eth_getBalance', [account, 'latest'])))
  const poor = accounts.filter((_, i) => BigInt(balances[i] ?? 0) === 0n)
  if (poor.length === 0) return
  await asOwner(url, async (send) => {
    for (const account of poor) {
      const args = [account, PURSE_MICRO_USDC] as const
      await send({ to: TOKEN, data: encodeFunctionData({ abi: mockUsdcAbi, functionName: 'mint', args }) })
      // The ETH comes last, because it marks the account as funded.
      await rpc(url, 'anvil_setBalance', [account, numberToHex(PURSE_WEI)])
    }
  })
}

type Send = (transaction: { to?: Address; data: Hex }) => Promise<void>

const POLL_MS = 10
const LIMIT_MS = 30_000

/** Waits for the receipt: mining is immediate, but may finish after the node's response. */
async function untilDone(url: string, hash: Hex): Promise<void> {
  for (const endAtMs = Date.now() + LIMIT_MS; Date.now() < endAtMs; ) {
    const receipt = await rpc<{ status: Hex } | null>(url, 'eth_getTransactionReceipt', [hash])
    if (receipt?.status === '0x1') return
    if (receipt) throw new Error(`The local chain refused transaction ${hash}`)
    await pause(POLL_MS)
  }
  throw new Error(`The local chain made no block of transaction ${hash}`)
}

/** Runs `work` as the contracts' owner; each `send` resolves once mined. */
async function asOwner(url: string, work: (send: Send) => Promise<void>): Promise<void> {
  await rpc(url, 'anvil_setBalance', [OWNER, numberToHex(PURSE_WEI)])
  await rpc(url, 'anvil_impersonateAccount', [OWNER])
  await work(async (transaction) => {
    await untilDone(url, await rpc<Hex>(url, 'eth_sendTransaction', [{ from: OWNER, ...transaction }]))
  })
  await rpc(url, 'anvil_stopImpersonatingAccount', [OWNER])
}
