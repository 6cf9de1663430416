import type { RelayedAccountCall } from '@aura/api/calls/relay'
import type * as Signing from '@aura/contracts/signing/account'
import { hexToBigInt } from 'viem/utils'
import type { ReadyWallet } from '#lib/chain/contract-calls'
import { sendCall, waitUntilMined } from '#lib/chain/send-call'
import type { UnsentPayment } from '#lib/chain/sent-payments'
import { sentPayments } from '../sent.ts'
import { shortPause } from '../use-payment.ts'
import type { Fee } from './fee-note.tsx'
import type { OwnTransaction } from './handed-payment.ts'
import { type RelayStep, tryRelay } from './pay-by-relay.ts'
import { handIn } from './relayed-payment.ts'
import { randomSalt, signWithPasskey, validUntil } from './signer.ts'
import { ownTransactionText } from './unavailable.ts'
import { firstKeyOf, type PasskeyAccount } from './use-passkey-account.ts'

type Hex = `0x${string}`

interface HandedCall {
  payment: UnsentPayment
  account: PasskeyAccount
  call: RelayedAccountCall
  /** Returns the call that is signed, as Aura makes it of `call`. */
  signed: (signing: typeof Signing) => Signing.AccountCall
  /** Restricted people may move their USDC and change their keys, but no account is made for them. */
  isRestricted: boolean
}

/** `confirm` waits for the wallet that sends. */
export type AccountStep = RelayStep | 'confirm'

interface Attempt {
  signal: AbortSignal
  onStep: (step: AccountStep) => void
}

/** Has a passkey sign a call of its account, and Aura hand it in. Throws a PasskeyError, and as `handIn` does. */
export async function handInCall(handed: HandedCall, attempt: Attempt): Promise<void> {
  await handInSigned(handed, await signCall(handed, attempt), attempt)
}

/** An ordinary wallet that pays the network's fee of what a passkey signed. */
export interface Sender {
  wallet: ReadyWallet
  /** Contract that makes the account, if it isn't there yet. */
  factory: string | null
}

/**
 * Has a passkey sign a call of its account, and Aura hand it in; if Aura certainly can't, `sender` does. Resolves once it is
 * handed in, or once the wallet's transaction is in a block. Throws a PasskeyError, as `handIn` does, and a ChainFailure.
 */
export async function handInCallAnyhow(
  handed: HandedCall,
  { fee, sender }: { fee: Pick<Fee, 'isRelayed' | 'onFallback'>; sender: Sender | null },
  attempt: Attempt,
): Promise<void> {
  const { signal, onStep } = attempt
  const signed = await signCall(handed, attempt)
  const isHandedIn = await tryRelay({ fee, signal, canFallBack: sender !== null, whyOwn: ownTransactionText }, () =>
    handInSigned(handed, signed, attempt),
  )
  if (isHandedIn || sender === null) return
  const { payment, account } = handed
  const { wallet, factory } = sender
  const made =
    factory === null || account.accountKey === null
      ? null
      : { factory: factory as Hex, firstKey: account.accountKey as Hex }
  const transaction = signed.signing.handingIn(account.walletAddress as Hex, made, signed.calls, signed.signature)
  const hash = await sendCall(wallet, transaction, () => onStep('confirm'))
  const own: OwnTransaction = { ...payment, hash, sentAtMs: Date.now(), isOwn: true }
  sentPayments.add(own)
  try {
    await waitUntilMined(wallet, hash, { signal, pause: shortPause })
  } catch (error) {
    if (!signal.aborted) sentPayments.remove(hash)
    throw error
  }
}

interface SignedCall {
  signing: typeof Signing
  calls: Signing.SignedCalls
  nonce: Hex
  signature: Hex
}

async function signCall({ payment, account, signed }: HandedCall, { signal, onStep }: Attempt): Promise<SignedCall> {
  onStep('sign')
  const signing = await import('@aura/contracts/signing/account')
  const nonce = randomSalt()
  const calls = { calls: [signed(signing)], nonce: hexToBigInt(nonce), deadline: validUntil() }
  const place = { chainId: payment.chainId, account: account.walletAddress as Hex }
  const taskOf = (key: string) => signing.callsByKey(place, key as Hex, calls)
  const assertion = await signWithPasskey(account, taskOf, signal)
  const signature = taskOf(assertion.signedBy.key).signatureOf(signing.passkeySignature(assertion))
  signal.throwIfAborted()
  return { signing, calls, nonce, signature }
}

async function handInSigned(
  { payment, account, call, isRestricted }: HandedCall,
  { calls: { deadline }, nonce, signature }: SignedCall,
  { onStep }: Attempt,
): Promise<void> {
  onStep('hand-in')
  const firstKey = isRestricted ? {} : firstKeyOf(account)
  await handIn(payment, { purpose: 'execute', call, nonce, deadline, signature, ...firstKey })
}
