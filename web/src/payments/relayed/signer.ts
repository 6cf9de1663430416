import type { SignedData } from '@aura/contracts/signing/authorization'
import type { Hex } from 'viem'
import { hashTypedData, serializeTypedData } from 'viem/utils'
import { checkWallet } from '#lib/chain/send-call'
import { ask } from '#lib/chain/wallet-rpc'
import { serverNow } from '#lib/time/server-clock'
import type { WalletProvider } from '#lib/wallet/provider'
import { firstKeyOf, type PasskeyAccount } from './use-passkey-account.ts'

/** An ordinary wallet, or an account contract with its passkeys. */
export type Signer = { provider: WalletProvider; address: Hex } | { account: PasskeyAccount }

export interface Signed {
  signature: Hex
  /** First key of an account, by which its first payment makes it. */
  accountKey?: string
}

export const addressOf = (signer: Signer): Hex =>
  'account' in signer ? (signer.account.walletAddress as Hex) : signer.address

/**
 * Has the wallet sign what USDC checks, once. Throws a ChainFailure if an ordinary wallet changed, declined or can't sign
 * typed data, and a PasskeyError.
 */
export async function signPayment(signer: Signer, data: SignedData, signal: AbortSignal): Promise<Signed> {
  const { chainId } = data.domain
  if (!('account' in signer)) {
    await checkWallet({ ...signer, chainId })
    const signature = await ask<Hex>(signer.provider, 'eth_signTypedData_v4', [
      signer.address,
      serializeTypedData(withDomain(data)),
    ])
    return { signature }
  }
  const { account } = signer
  const { passkeySignature, paymentByKey } = await import('@aura/contracts/signing/account')
  const taskOf = (key: string) => paymentByKey({ chainId, account: addressOf(signer) }, key as Hex, data)
  const assertion = await signWithPasskey(account, taskOf, signal)
  const { signatureOf } = taskOf(assertion.signedBy.key)
  return { signature: signatureOf(passkeySignature(assertion)), ...firstKeyOf(account) }
}

/** Has one of the account's passkeys sign. What is signed is the same for all of them. Throws a PasskeyError. */
export async function signWithPasskey(
  { keys }: PasskeyAccount,
  taskOf: (key: string) => { toSign: SignedData },
  signal: AbortSignal,
) {
  const [first] = keys
  if (!first) throw new Error('the account has no passkey')
  const { signHash } = await import('#lib/passkey/sign-hash')
  return signHash(hashTypedData(taskOf(first.key).toSign), keys, { signal })
}

/** Wallets want the domain's type too, which viem adds when it hashes. */
const withDomain = ({ types, ...data }: SignedData): SignedData => ({
  ...data,
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    ...types,
  },
})

/** Returns 32 random bytes: the same payment has the same, another payment has others. */
export const randomSalt = (): Hex =>
  `0x${Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Time to be handed in and mined; the relay takes between 20 seconds and 30 minutes. */
const VALID_SECONDS = 15 * 60

/** Returns the Unix time in seconds until which something signed now counts. */
export const validUntil = (): number => Math.floor(serverNow() / 1_000) + VALID_SECONDS
