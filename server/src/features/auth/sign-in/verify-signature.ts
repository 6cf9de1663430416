import {
  compactSignatureToSignature,
  type Hex,
  parseCompactSignature,
  recoverMessageAddress,
  serializeSignature,
  size,
} from 'viem'
import { AppError } from '#platform/app-error'
import type { Chain } from '#platform/chain/chain'
import { orUnavailable } from '#platform/chain/contracts'
import { isReservedAddress } from '#platform/chain/reserved-address.rules'
import { agreedSignature } from '#platform/chain/verifiers'

/**
 * Verifies a signature. Plain accounts are checked offline; other addresses may be contract wallets, which the network
 * verifies. Throws SIGNATURE_INVALID, or CHAIN_UNAVAILABLE if too few nodes can be reached or they disagree.
 */
export async function verifySignature(
  chain: Chain,
  { walletAddress, message, signature }: { walletAddress: string; message: string; signature: string },
): Promise<void> {
  if (isReservedAddress(walletAddress)) throw new AppError('SIGNATURE_INVALID')
  if ((await signerOf(message, signature as Hex)) === walletAddress.toLowerCase()) return
  // A contract wallet with one owner signs like a plain account, so any length may be valid.
  const isAccepted = await orUnavailable(agreedSignature(chain, { address: walletAddress, message, signature }))
  if (!isAccepted) throw new AppError('SIGNATURE_INVALID', signature === '0x' ? { message: EMPTY } : {})
}

const EMPTY =
  'Your wallet returned an empty signature. If it signs on the network, wait until the message is signed there, then try again.'

/** Returns the plain account that signed, in lower case; undefined if it isn't a plain account's signature. */
async function signerOf(message: string, signature: Hex): Promise<string | undefined> {
  try {
    // 64 bytes are the compact form (EIP-2098).
    const plain =
      size(signature) === 64
        ? serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)))
        : signature
    return size(plain) === 65 ? (await recoverMessageAddress({ message, signature: plain })).toLowerCase() : undefined
  } catch {
    return undefined
  }
}
