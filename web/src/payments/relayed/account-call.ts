import type { RelayedAccountCall } from '@aura/api/calls/relay'
import type * as Signing from '@aura/contracts/signing/account'
import { hexToBigInt } from 'viem/utils'
import type { UnsentPayment } from '#lib/chain/sent-payments'
import type { RelayStep } from './pay-by-relay.ts'
import { handIn } from './relayed-payment.ts'
import { randomSalt, signWithPasskey, validUntil } from './signer.ts'
import { firstKeyOf, type PasskeyAccount } from './use-passkey-account.ts'

interface HandedCall {
  payment: UnsentPayment
  account: PasskeyAccount
  call: RelayedAccountCall
  /** Returns the call that is signed, as Aura makes it of `call`. */
  signed: (signing: typeof Signing) => Signing.AccountCall
  /** Restricted people may move their USDC and change their keys, but no account is made for them. */
  isRestricted: boolean
}

/** Has a passkey sign a call of its account, and Aura hand it in. Throws a PasskeyError, and as `handIn` does. */
export async function handInCall(
  { payment, account, call, signed, isRestricted }: HandedCall,
  { signal, onStep }: { signal: AbortSignal; onStep: (step: RelayStep) => void },
): Promise<void> {
  onStep('sign')
  const signing = await import('@aura/contracts/signing/account')
  const [nonce, deadline] = [randomSalt(), validUntil()]
  const place = { chainId: payment.chainId, account: account.walletAddress as `0x${string}` }
  const calls = [signed(signing)]
  const taskOf = (key: string) =>
    signing.callsByKey(place, key as `0x${string}`, { calls, nonce: hexToBigInt(nonce), deadline })
  const assertion = await signWithPasskey(account, taskOf, signal)
  const signature = taskOf(assertion.signedBy.key).signatureOf(signing.passkeySignature(assertion))
  signal.throwIfAborted()
  onStep('hand-in')
  const firstKey = isRestricted ? {} : firstKeyOf(account)
  await handIn(payment, { purpose: 'execute', call, nonce, deadline, signature, ...firstKey })
}
