import { createHmac } from 'node:crypto'
import type { Settings } from './settings.ts'

export type HashKeys = Pick<Settings, 'hashKey' | 'previousHashKeys'>

const hashWith = (key: string, text: string): Uint8Array => createHmac('sha256', key).update(text).digest()

/** Hexadecimal digits of a key's id: enough to tell keys apart, useless for guessing one. */
const KEY_ID_LENGTH = 16

/** Returns the id of a key, from which the key can't be derived. */
export const keyIdOf = (key: string | Uint8Array): string =>
  createHmac('sha256', key).update('database-binding').digest('hex').slice(0, KEY_ID_LENGTH)

/** Hashes with the newest key. Store both fields together. */
export const keyedHash = ({ hashKey }: HashKeys, text: string): { hash: Uint8Array; keyId: string } => ({
  hash: hashWith(hashKey, text),
  keyId: keyIdOf(hashKey),
})

/** Returns hashes by every known key, newest first: a stored hash may be any of them. */
export const keyedHashes = ({ hashKey, previousHashKeys }: HashKeys, text: string): Uint8Array[] =>
  [hashKey, ...previousHashKeys].map((key) => hashWith(key, text))

/** Returns the keys of a list, which are separated by commas; a JSON array can hold any key. */
export function listedKeys(text: string): string[] {
  return keysOfArray(text) ?? text.split(',').flatMap((part) => part.trim() || [])
}

function keysOfArray(text: string): string[] | null {
  if (!text.trim().startsWith('[')) return null
  try {
    const keys: unknown = JSON.parse(text)
    return Array.isArray(keys) && keys.every((key) => typeof key === 'string') ? keys : null
  } catch {
    return null
  }
}

/** Returns whether a comma-separated list can hold the key unchanged, without a file's last line end and spaces. */
export const isListable = (key: string): boolean => key === key.trim() && !key.includes(',') && !key.startsWith('[')
