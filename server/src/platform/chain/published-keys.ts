import { createHash } from 'node:crypto'
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'

/** The words every development chain makes its accounts from. */
const PUBLISHED_WORDS = 'test test test test test test test test test test test junk'
const ACCOUNTS = 20

/** Is this a key that anybody can look up? It keeps nothing safe, so it is for `local` only. */
export function isPublishedKey(key: string): boolean {
  const address = privateKeyToAddress(key as `0x${string}`)
  if (key.toLowerCase() === hashOf('aura local steeze signer')) return true
  return Array.from({ length: ACCOUNTS }, (_, addressIndex) => addressIndex).some(
    (addressIndex) => mnemonicToAccount(PUBLISHED_WORDS, { addressIndex }).address === address,
  )
}

const hashOf = (text: string) => `0x${createHash('sha256').update(text).digest('hex')}`
