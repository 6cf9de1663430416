import type { TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DemoAccount } from './accounts.ts'
import type { TypedData } from './provider.ts'

/** Signs bytes as `personal_sign` does. */
export const signWith = (account: DemoAccount, bytes: `0x${string}`): Promise<string> =>
  privateKeyToAccount(account.privateKey).signMessage({ message: { raw: bytes } })

/** Signs data as `eth_signTypedData_v4` does. Throws where the data does not fit its types. */
export const signTypedWith = (account: DemoAccount, data: TypedData): Promise<string> =>
  privateKeyToAccount(account.privateKey).signTypedData(data as TypedDataDefinition)
