import { createHmac } from 'node:crypto'
import type { Settings } from './settings.ts'

/** The newest key, and those that were used before. */
export type HashKeys = Pick<Settings, 'hashKey' | 'previousHashKeys'>

const hashWith = (key: string, text: string): Uint8Array => createHmac('sha256', key).update(text).digest()

/** Hexadecimal digits of a key's id: enough to tell keys apart, and nothing to guess one by. */
const KEY_ID_LENGTH = 16

/** Returns the id of a key: the same for the same key, wherever it is used. The key can't be worked out from it. */
export const keyIdOf = (key: string | Uint8Array): string =>
  createHmac('sha256', key).update('database-binding').digest('hex').slice(0, KEY_ID_LENGTH)

/** Returns the hash of a text with the newest key, and that key's id, to be stored together. */
export const keyedHash = ({ hashKey }: HashKeys, text: string): { hash: Uint8Array; keyId: string } => ({
  hash: hashWith(hashKey, text),
  keyId: keyIdOf(hashKey),
})

/** Returns the hashes of a text with every known key, the newest first: a stored one may be any of them. */
export const keyedHashes = ({ hashKey, previousHashKeys }: HashKeys, text: string): Uint8Array[] =>
  [hashKey, ...previousHashKeys].map((key) => hashWith(key, text))
