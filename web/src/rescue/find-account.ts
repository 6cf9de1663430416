import { auraAccountAbi, usdcAbi } from '@aura/contracts/abi'
import {
  type AccountKey,
  type Assertion,
  accountAddress,
  accountCode,
  keyId,
  passkeyOf,
} from '@aura/contracts/signing/account'
import { p256 } from '@noble/curves/nist'
import type { Hex } from 'viem'
import {
  concatHex,
  decodeFunctionResult,
  encodeFunctionData,
  numberToHex,
  sha256,
  toBytes,
  toEventSelector,
  toHex,
} from 'viem/utils'
import { type Node, RescueError } from './node.ts'

/** Where accounts are. */
export interface Place {
  chainId: number
  /** Lower case. */
  factory: Hex
  /** Lower case. */
  usdc: Hex
}

export interface FoundAccount {
  /** Lower case. */
  account: Hex
  /** The key that will sign. */
  key: AccountKey
  isDeployed: boolean
  usdcMicros: bigint
  wei: bigint
}

/**
 * Returns the keys that may have made a passkey's signature. A signature of P-256 fits two keys, rarely four; the device
 * tells nobody which it has. Keys that made two different signatures are one.
 */
export function keysOf(factory: Hex, { authenticatorData, clientDataJSON, signature }: Assertion): AccountKey[] {
  const signed = concatHex([toHex(authenticatorData), sha256(clientDataJSON)])
  const numbers = p256.Signature.fromDER(signature)
  return [0, 1, 2, 3].flatMap((bit) => {
    try {
      const { x, y } = numbers
        .addRecoveryBit(bit)
        .recoverPublicKey(toBytes(sha256(signed)))
        .toAffine()
      return [passkeyOf(factory, { x: numberToHex(x, { size: 32 }), y: numberToHex(y, { size: 32 }) })]
    } catch {
      // No point of the curve belongs to this bit.
      return []
    }
  })
}

class NoKey extends RescueError {
  constructor() {
    super('This key doesn’t sign for that account: it was never added, or it was removed.')
  }
}

/** Throws `RescueError` unless the node is of this network. */
export async function requireNetwork(node: Node, chainId: number): Promise<void> {
  if (BigInt(await node.hex('eth_chainId', [])) !== BigInt(chainId)) {
    throw new RescueError('This node belongs to another network. Choose its network, or use another node.')
  }
}

/**
 * Returns an account and what it holds, as the node says. Throws `RescueError` if there is something else at the address,
 * or the key isn't one of the account's.
 */
export async function readAccount(node: Node, place: Place, account: Hex, key: AccountKey): Promise<FoundAccount> {
  const { factory, usdc } = place
  const balanceOf = encodeFunctionData({ abi: usdcAbi, functionName: 'balanceOf', args: [account] })
  const [code, micros, wei] = await Promise.all([
    node.hex('eth_getCode', [account, 'latest']),
    node.hex('eth_call', [{ to: usdc, data: balanceOf }, 'latest']),
    node.hex('eth_getBalance', [account, 'latest']),
  ])
  const isDeployed = code !== '0x'
  if (isDeployed && code.toLowerCase() !== accountCode(factory)) {
    throw new RescueError('There is no passkey account of this Aura at that address.')
  }
  if (!isDeployed && accountAddress(factory, key) !== account) {
    throw new RescueError('This key isn’t the first key of that account, and the account was never used.')
  }
  if (isDeployed && !(await isKey(node, account, key))) throw new NoKey()
  if (micros === '0x')
    throw new RescueError('There is no USDC at the address given for it. Check it under “Contracts”.')
  return { account, key, isDeployed, usdcMicros: BigInt(micros), wei: BigInt(wei === '0x' ? 0 : wei) }
}

async function isKey(node: Node, account: Hex, key: AccountKey): Promise<boolean> {
  const asked = { abi: auraAccountAbi, functionName: 'isKey' } as const
  const data = await node.hex('eth_call', [
    { to: account, data: encodeFunctionData({ ...asked, args: [key] }) },
    'latest',
  ])
  try {
    return decodeFunctionResult({ ...asked, data })
  } catch (cause) {
    throw new RescueError('The node’s answer can’t be read.', { cause })
  }
}

const KEY_ADDED = toEventSelector('KeyAdded(bytes32,bytes)')
const MAX_FOUND = 20

/**
 * Returns the accounts of these keys: those that a key made, if they are used or hold something, and those to which it was
 * added, if the node can search. With one key, also its own account when that is empty. Throws `RescueError`.
 */
export async function findAccounts(node: Node, place: Place, keys: readonly AccountKey[]): Promise<FoundAccount[]> {
  const read = await Promise.all(
    keys.map((key) => readAccount(node, place, accountAddress(place.factory, key), key).catch(withoutKey)),
  )
  const own = read.filter((each) => each !== undefined)
  const used = own.filter(({ isDeployed, usdcMicros, wei }) => isDeployed || usdcMicros > 0n || wei > 0n)
  const added = await searchAdded(node, place, keys)
  const others = added.filter(({ account }) => !own.some((each) => each.account === account))
  const found = [...used, ...others]
  return found.length === 0 && keys.length === 1 ? own : found
}

function withoutKey(error: unknown): undefined {
  if (!(error instanceof NoKey)) throw error
}

async function searchAdded(node: Node, place: Place, keys: readonly AccountKey[]): Promise<FoundAccount[]> {
  const byId = new Map(keys.map((key) => [keyId(key), key]))
  const filter = { fromBlock: '0x0', toBlock: 'latest', topics: [KEY_ADDED, [...byId.keys()]] }
  // Many nodes search few blocks only. The person can enter the address instead.
  const logs = await node.ask('eth_getLogs', [filter]).catch(() => [])
  const named = (Array.isArray(logs) ? logs : []).slice(0, MAX_FOUND).flatMap((log: unknown) => {
    const { address, topics } = Object(log) as { address?: unknown; topics?: Hex[] }
    const key = byId.get(topics?.[1] ?? '0x')
    return key && /^0x[0-9a-fA-F]{40}$/.test(String(address))
      ? [{ account: String(address).toLowerCase() as Hex, key }]
      : []
  })
  const distinct = [...new Map(named.map((each) => [each.account, each])).values()]
  const read = await Promise.all(
    distinct.map(({ account, key }) => readAccount(node, place, account, key).catch(() => undefined)),
  )
  return read.filter((each) => each !== undefined)
}
