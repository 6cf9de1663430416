import { privateKeyToAccount } from 'viem/accounts'
import type { DemoAccount } from './accounts.ts'

/** Signs bytes as `personal_sign` does. */
export const signWith = (account: DemoAccount, bytes: `0x${string}`): Promise<string> =>
  privateKeyToAccount(account.privateKey).signMessage({ message: { raw: bytes } })
