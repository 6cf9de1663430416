import { hash } from 'node:crypto'

/** SHA-256 of a random token, as it is stored: whoever reads the database can't use it. */
export const tokenHash = (token: string): Uint8Array => hash('sha256', token, 'buffer')

/** The same in hexadecimal digits, at a third of the time. */
export const tokenHashHex = (token: string): string => hash('sha256', token)
