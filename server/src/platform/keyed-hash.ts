import { createHmac } from 'node:crypto'
import type { Settings } from './settings.ts'

/** The newest key and the previous ones. */
export type HashKeys = Pick<Settings, 'hashKey' | 'previousHashKeys'>

const hashWith = (key: string, text: string): Uint8Array => createHmac('sha256', key).update(text).digest()

/** Hexadecimal digits of a key's id: enough to tell keys apart, and useless for guessing one. */
const KEY_ID_LENGTH = 16

/** Returns the id of a key, from which the key can't be derived. */
export const keyIdOf = (key: string | Uint8Array): string =>
  createHmac('sha256', key).update('database-binding').digest('hex').slice(0, KEY_ID_LENGTH)

/** Returns the hash of a text with the newest key, and that key's id, to be stored together. */
export const keyedHash = ({ hashKey }: HashKeys, text: string): { hash: Uint8Array; keyId: string } => ({
  hash: hashWith(hashKey, text),
  keyId: keyIdOf(hashKey),
})

/** Returns the hashes of a text with every known key, the newest first: a stored hash may be any of them. */
export const keyedHashes = ({ hashKey, previousHashKeys }: HashKeys, text: string): Uint8Array[] =>
  [hashKey, ...previousHashKeys].map((key) => hashWith(key, text))
