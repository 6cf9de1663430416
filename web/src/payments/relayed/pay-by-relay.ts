import type { RelayedPayment } from '@aura/api/calls/relay'
import type { SignedData } from '@aura/contracts/signing/authorization'
import type { Hex } from 'viem'
import type { UnsentPayment } from '#lib/chain/sent-payments'
import type { Fee } from './fee-note.tsx'
import { handIn } from './relayed-payment.ts'
import { addressOf, randomSalt, type Signed, type Signer, signPayment, validUntil } from './signer.ts'
import { fallbackText } from './unavailable.ts'

/** `sign` waits for the person, `hand-in` for Aura. */
export type RelayStep = 'sign' | 'hand-in'

interface Authorized extends Signed {
  validBefore: number
  salt: Hex
}

interface RelayedUsdc {
  payment: UnsentPayment
  signer: Signer
  /** Returns what is signed (EIP-3009). */
  authorize: (by: { from: Hex; validBefore: number; salt: Hex }) => SignedData
  bodyOf: (authorized: Authorized) => RelayedPayment
  signal: AbortSignal
  onStep: (step: RelayStep) => void
}

/** Has the payer sign once and Aura hand it in. Throws what signing throws, and as `handIn` does. */
export async function payByRelay(relayed: RelayedUsdc): Promise<void> {
  const { payment, signer, authorize, bodyOf, signal, onStep } = relayed
  const by = { validBefore: validUntil(), salt: randomSalt() }
  onStep('sign')
  const signed = await signPayment(signer, authorize({ ...by, from: addressOf(signer) }), signal)
  signal.throwIfAborted()
  onStep('hand-in')
  await handIn(payment, bodyOf({ ...by, ...signed }))
}

interface RelayAttempt {
  fee: Pick<Fee, 'isRelayed' | 'onFallback'>
  /** Whether an ordinary wallet can send it instead. */
  canFallBack: boolean
  signal: AbortSignal
  /** Returns why it has to, or null if `handOver` failed for another reason. */
  whyOwn?: (error: unknown) => string | null
}

/**
 * Returns whether Aura handed a payment in. If it didn't, because the person chose so or Aura certainly can't, their wallet
 * has to send it, and the form says why. Throws what `handOver` throws if nothing else is possible.
 */
export async function tryRelay(
  { fee, canFallBack, signal, whyOwn = fallbackText }: RelayAttempt,
  handOver: () => Promise<void>,
): Promise<boolean> {
  fee.onFallback(null)
  if (!fee.isRelayed && canFallBack) return false
  try {
    await handOver()
    return true
  } catch (error) {
    const why = whyOwn(error)
    if (why === null || !canFallBack) throw error
    signal.throwIfAborted()
    fee.onFallback(why)
    return false
  }
}
