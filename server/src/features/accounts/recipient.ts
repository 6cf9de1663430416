import { accountCode } from '@aura/contracts/signing/account'
import type { Hex } from 'viem'
import { orUnavailable } from '#platform/chain/contracts'
import type { Context } from '#platform/context'

/** Code of a wallet that delegates to a contract (EIP-7702): these bytes and the contract's address. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/

/**
 * Returns whether there is a contract at an address, which may be unable to pass USDC on; false for a wallet that delegates
 * to one, and for a passkey account. One node's word, since it only leads to a warning. Throws CHAIN_UNAVAILABLE.
 */
export async function isContract({ chain, settings }: Context, address: string): Promise<boolean> {
  const code = await orUnavailable(chain.code(address.toLowerCase()))
  const { accountFactory } = settings
  const isAccount = accountFactory !== null && code === accountCode(accountFactory as Hex)
  return code !== '0x' && !isAccount && !DELEGATION.test(code)
}
