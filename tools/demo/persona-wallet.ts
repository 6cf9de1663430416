import { createHash } from 'node:crypto'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { DEMO_ACCOUNTS } from '../../web/src/dev/demo-wallet/accounts.ts'

/** Demo wallet accounts that are creators with a history. */
const SHARED: Readonly<Record<string, string>> = { kofi_mints: 'Juno' }

/** Returns a key derived from the public names, so worthless outside the demo. */
const derivedKey = (username: string): `0x${string}` =>
  `0x${createHash('sha256').update(`aura demo wallet of ${username}`).digest('hex')}`

const personaKey = (username: string): `0x${string}` =>
  DEMO_ACCOUNTS.find(({ name }) => name === SHARED[username])?.privateKey ?? derivedKey(username)

export const personaAccount = (username: string): PrivateKeyAccount => privateKeyToAccount(personaKey(username))

export const personaWallet = (username: string): `0x${string}` => personaAccount(username).address
