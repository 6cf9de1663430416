import { recoverMessageAddress } from 'viem'
import { AppError } from '#platform/app-error'
import type { Chain } from '#platform/chain/chain'
import { orUnavailable } from '#platform/chain/contracts'
import { isReservedAddress } from '#platform/chain/reserved-address.rules'
import { agreedSignature } from '#platform/chain/verifiers'

const PLAIN_SIGNATURE_BYTES = 65

/**
 * Verifies a signature. Plain accounts are checked offline; other addresses may be contract wallets, which the network
 * verifies. Throws SIGNATURE_INVALID, or CHAIN_UNAVAILABLE if too few nodes can be reached or they disagree.
 */
export async function verifySignature(
  chain: Chain,
  { walletAddress, message, signature }: { walletAddress: string; message: string; signature: string },
): Promise<void> {
  if (isReservedAddress(walletAddress)) throw new AppError('SIGNATURE_INVALID')
  const isPlain = (signature.length - 2) / 2 === PLAIN_SIGNATURE_BYTES
  if (isPlain && (await signerOf(message, signature)) === walletAddress.toLowerCase()) return
  // A contract wallet with one owner signs like a plain account, so any length may be valid.
  const isAccepted = await orUnavailable(agreedSignature(chain, { address: walletAddress, message, signature }))
  if (!isAccepted) throw new AppError('SIGNATURE_INVALID')
}

async function signerOf(message: string, signature: string): Promise<string | undefined> {
  try {
    return (await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toLowerCase()
  } catch {
    return undefined
  }
}
