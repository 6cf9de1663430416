import { createHash } from 'node:crypto'

/** Keys of the local chain are made from words that are printed here, so they are worth nothing anywhere else. */
const publishedKey = (words: string): `0x${string}` => `0x${createHash('sha256').update(words).digest('hex')}`

/** Deploys the contracts, owns SteezeStack, and has its addresses from its nonces. */
export const LOCAL_OWNER_KEY = publishedKey('aura local contract owner')

/** Signs limits of withdrawals. The server refuses it off `local`. */
export const LOCAL_SIGNER_KEY = publishedKey('aura local steeze signer')
