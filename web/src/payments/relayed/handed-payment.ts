import type { RelayedPayment } from '@aura/api/calls/relay'
import type { SentPayment } from '#lib/chain/sent-payments'

/** Stands for Aura where a pending payment names the wallet that holds it. */
export const AURA = 'aura'

/** A payment that Aura hands in: what was signed, and its number once Aura has it. */
export interface HandedPayment extends SentPayment {
  batchOf: typeof AURA
  signed: RelayedPayment
  relayId?: string
}

export const isHanded = (payment: SentPayment): payment is HandedPayment => payment.batchOf === AURA

/** A transaction in which an ordinary wallet sent the signed call of an account's key. */
export interface OwnTransaction extends SentPayment {
  isOwn: true
}

export const isOwnTransaction = (payment: SentPayment): payment is OwnTransaction => 'isOwn' in payment
