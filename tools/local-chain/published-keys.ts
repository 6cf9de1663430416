import { createHash } from 'node:crypto'

/** Returns a key derived from public words, so worthless elsewhere. */
const publishedKey = (words: string): `0x${string}` => `0x${createHash('sha256').update(words).digest('hex')}`

/** Key of the account that deploys the contracts and owns SteezeStack; addresses follow from its nonces. */
export const LOCAL_OWNER_KEY = publishedKey('aura local contract owner')

/** Key that pays the gas of what people sign. The server refuses it off `local`. */
export const LOCAL_RELAY_KEY = publishedKey('aura local relay')

/** Key that signs withdrawal limits. The server refuses it off `local`. */
export const LOCAL_SIGNER_KEY = publishedKey('aura local steeze signer')
