import { accountAddress as addressOfKey, passkeyOf } from '@aura/contracts/signing/account'
import { type Hex, size, sliceHex, toHex } from 'viem'

/**
 * Returns the account contract that a factory makes for a first key, in lower case, also before it is there.
 * `publicKey` are x and y, 64 bytes. Needs no node.
 */
export const accountAddress = (factory: string, publicKey: Uint8Array): string =>
  addressOfKey(factory as Hex, accountKey(factory, publicKey))

/** Returns the key as the account contract knows it. */
export function accountKey(factory: string, publicKey: Uint8Array): Hex {
  const point = toHex(publicKey)
  const half = size(point) / 2
  return passkeyOf(factory as Hex, { x: sliceHex(point, 0, half), y: sliceHex(point, half) })
}
