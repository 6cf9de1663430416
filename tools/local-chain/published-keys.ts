import { createHash } from 'node:crypto'

/** Derived from the public words here, so worthless elsewhere. */
const publishedKey = (words: string): `0x${string}` => `0x${createHash('sha256').update(words).digest('hex')}`

/** Deploys the contracts and owns SteezeStack; addresses follow from its nonces. */
export const LOCAL_OWNER_KEY = publishedKey('aura local contract owner')

/** Signs withdrawal limits. The server refuses it off `local`. */
export const LOCAL_SIGNER_KEY = publishedKey('aura local steeze signer')
