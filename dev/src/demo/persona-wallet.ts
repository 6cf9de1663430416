import { createHash } from 'node:crypto'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** Derived from the public names, so worthless outside the demo. */
const personaKey = (username: string): `0x${string}` =>
  `0x${createHash('sha256').update(`aura demo wallet of ${username}`).digest('hex')}`

export const personaAccount = (username: string): PrivateKeyAccount => privateKeyToAccount(personaKey(username))

export const personaWallet = (username: string): `0x${string}` => personaAccount(username).address
