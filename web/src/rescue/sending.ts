import { auraAccountAbi } from '@aura/contracts/abi'
import {
  type AccountCall,
  accountAddress,
  callsByKey,
  type HandedIn,
  handingIn,
  type KeysTask,
  type SignedCalls,
  sendingUsdc,
} from '@aura/contracts/signing/account'
import type { Hex } from 'viem'
import { bytesToBigInt, decodeFunctionResult, encodeFunctionData, getAddress, isAddress, parseUnits } from 'viem/utils'
import type { FoundAccount, Place } from './find-account.ts'
import { type Node, RescueError } from './node.ts'

const USDC_DECIMALS = 6
const ETH_DECIMALS = 18
/** Somebody else may have to hand the call in, so it counts for a day. It can only do what was signed. */
const VALID_S = 86_400

export interface Sending {
  /** With its checksum. */
  to: Hex
  micros: bigint
  wei: bigint
  signed: SignedCalls
  task: KeysTask
}

/** Returns an address in lower case. Throws `RescueError`, also if its checksum is wrong. */
export function readAddress(text: string, what: string): Hex {
  const address = text.trim()
  const isAllLower = /^0x[0-9a-f]{40}$/.test(address)
  if (!isAllLower && !isAddress(address, { strict: true })) {
    throw new RescueError(
      `${what}: enter 0x and 40 digits. If letters are wrong in case, the address has a typing error.`,
    )
  }
  return address.toLowerCase() as Hex
}

/** Returns what has to be signed. Throws `RescueError` with what to correct. */
export function prepareSending(
  found: FoundAccount,
  place: Place,
  typed: { to: string; usdc: string; eth: string },
  nowMs: number,
): Sending {
  const to = readAddress(typed.to, 'To')
  if ([found.account, place.usdc, place.factory, `0x${'0'.repeat(40)}`].includes(to)) {
    throw new RescueError('To: nobody could use what is sent to this address. Enter one whose key you have.')
  }
  const micros = amountOf('USDC', typed.usdc, USDC_DECIMALS, found.usdcMicros)
  const wei = amountOf('ETH', typed.eth, ETH_DECIMALS, found.wei)
  if (micros === 0n && wei === 0n) throw new RescueError('Enter how much to send.')
  const calls: AccountCall[] = [
    ...(micros > 0n ? [sendingUsdc(place.usdc, { to, micros })] : []),
    ...(wei > 0n ? [{ to, value: wei, data: '0x' } as const] : []),
  ]
  const nonce = bytesToBigInt(crypto.getRandomValues(new Uint8Array(32)))
  const signed = { calls, nonce, deadline: Math.floor(nowMs / 1_000) + VALID_S }
  const task = callsByKey({ chainId: place.chainId, account: found.account }, found.key, signed)
  return { to: getAddress(to), micros, wei, signed, task }
}

function amountOf(what: string, typed: string, decimals: number, most: bigint): bigint {
  const text = typed.trim()
  if (text === '') return 0n
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '' || fraction.length > decimals) throw new RescueError(`${what}: enter a number such as 12.5.`)
  const amount = parseUnits(text, decimals)
  if (amount > most) throw new RescueError(`${what}: the account holds less than that.`)
  return amount
}

/** Returns the transaction that makes the calls, and the account first if it isn't there yet. */
export function handingInFrom(found: FoundAccount, { factory }: Place, signed: SignedCalls, signature: Hex): HandedIn {
  // What is said of the account may be out of date, and the factory makes it once only.
  const isFirst = accountAddress(factory, found.key) === found.account
  return handingIn(found.account, isFirst ? { factory, firstKey: found.key } : null, signed, signature)
}

/** Returns whether the account used the calls' number, so that they were made. Throws `RescueError`. */
export async function wasMade(node: Node, { account }: FoundAccount, { nonce }: SignedCalls): Promise<boolean> {
  if ((await node.hex('eth_getCode', [account, 'latest'])) === '0x') return false
  const asked = { abi: auraAccountAbi, functionName: 'usedNonces' } as const
  const call = { to: account, data: encodeFunctionData({ ...asked, args: [nonce >> 8n] }) }
  const data = await node.hex('eth_call', [call, 'latest'])
  try {
    return (decodeFunctionResult({ ...asked, data }) & (1n << (nonce & 0xffn))) !== 0n
  } catch (cause) {
    throw new RescueError('The node’s answer can’t be read.', { cause })
  }
}
