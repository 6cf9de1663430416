import type { TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DemoAccount } from './accounts.ts'
import type { TypedData } from './provider.ts'

export const signWith = (account: DemoAccount, bytes: `0x${string}`): Promise<string> =>
  privateKeyToAccount(account.privateKey).signMessage({ message: { raw: bytes } })

export const signTypedWith = (account: DemoAccount, data: TypedData): Promise<string> =>
  privateKeyToAccount(account.privateKey).signTypedData(data as TypedDataDefinition)
