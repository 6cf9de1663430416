import { createHash } from 'node:crypto'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** Their wallets' keys are made from their names: anybody can make them, so they are worth nothing anywhere else. */
const personaKey = (username: string): `0x${string}` =>
  `0x${createHash('sha256').update(`aura demo wallet of ${username}`).digest('hex')}`

/** The wallet of a made-up creator, ready to sign. */
export const personaAccount = (username: string): PrivateKeyAccount => privateKeyToAccount(personaKey(username))

/** And its address alone. */
export const personaWallet = (username: string): `0x${string}` => personaAccount(username).address
