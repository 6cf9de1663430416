import { recoverMessageAddress } from 'viem'
import { AppError } from '#platform/app-error'
import { type Chain, ChainUnreachable } from '#platform/chain/chain'
import { isReservedAddress } from '#platform/chain/reserved-address.rules'

const PLAIN_SIGNATURE_BYTES = 65

/**
 * Plain accounts are checked offline; anything else may be a contract wallet, which the network verifies. Throws
 * SIGNATURE_INVALID, or CHAIN_UNAVAILABLE when the network can't be reached.
 */
export async function verifySignature(
  chain: Chain,
  { walletAddress, message, signature }: { walletAddress: string; message: string; signature: string },
): Promise<void> {
  if (isReservedAddress(walletAddress)) throw new AppError('SIGNATURE_INVALID')
  const isPlain = (signature.length - 2) / 2 === PLAIN_SIGNATURE_BYTES
  if (isPlain && (await signerOf(message, signature)) === walletAddress.toLowerCase()) return
  try {
    if (await chain.isContractSignature({ address: walletAddress, message, signature })) return
  } catch (error) {
    // A contract wallet with one owner signs like a plain account, so any length may be valid.
    throw error instanceof ChainUnreachable ? new AppError('CHAIN_UNAVAILABLE') : error
  }
  throw new AppError('SIGNATURE_INVALID')
}

async function signerOf(message: string, signature: string): Promise<string | undefined> {
  try {
    return (await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toLowerCase()
  } catch {
    return undefined
  }
}
