import type { Answer } from '@aura/api/calls'
import type { RelayedPayment } from '@aura/api/calls/relay'
import type { Hex } from 'viem'
import { request } from '#lib/api'
import { ChainFailure } from '#lib/chain/chain-failure'
import type { UnsentPayment } from '#lib/chain/sent-payments'
import { outcomeOf } from '#lib/intent'
import { sentPayments } from '../sent.ts'
import { AURA, type HandedPayment } from './handed-payment.ts'
import { unavailableText } from './unavailable.ts'

/** Payments that this page is handing in, which need no other poll. */
const handing = new Set<string>()

/** Time in which the page that signed hands it in; others of the browser wait for it that long. */
const OTHERS_WAIT_MS = 20_000

/**
 * Hands a signed payment in. It is stored first, so that a reload or a lost answer leads to the same payment: Aura knows
 * it by what was signed. Throws if Aura certainly didn't take it on; if the answer is lost, `useBatches` asks again.
 */
export async function handIn(payment: UnsentPayment, signed: RelayedPayment): Promise<void> {
  const hash = nameOf(signed)
  const pending: HandedPayment = { ...payment, hash, batchOf: AURA, signed, sentAtMs: Date.now() }
  handing.add(hash)
  sentPayments.add(pending)
  try {
    const { id } = await post(signed)
    sentPayments.add({ ...pending, relayId: id } as HandedPayment)
  } catch (error) {
    if (outcomeOf(error) !== 'refused' && unavailableText(error) === null) return
    sentPayments.remove(hash)
    throw error
  } finally {
    handing.delete(hash)
  }
}

/** Returns what names a payment before Aura has it, of all that was signed at the same time alone. */
const nameOf = (signed: RelayedPayment): string =>
  'salt' in signed ? signed.salt : 'nonce' in signed ? signed.nonce : signed.signature

const post = (signed: RelayedPayment, signal?: AbortSignal) =>
  request('POST /api/relay', {
    body: signed,
    // Aura knows the payment by its signature; with the same key it would repeat an earlier "not now".
    idempotencyKey: crypto.randomUUID(),
    ...(signal ? { signal } : {}),
  })

/**
 * Returns the transaction of a handed payment, null while it is under way or can't be asked for. Throws REVERTED if it
 * failed, UNHEARD if it may have paid, and the server's refusal if the server never had it and won't take it now.
 */
export async function transactionOf(payment: HandedPayment, signal: AbortSignal): Promise<Hex | null> {
  if (handing.has(payment.hash)) return null
  const { relayId, signed, sentAtMs } = payment
  if (relayId === undefined && Date.now() - sentAtMs < OTHERS_WAIT_MS) return null
  try {
    const relayed = await (relayId === undefined ? post(signed, signal) : ask(relayId, signal))
    if (relayId === undefined) sentPayments.add({ ...payment, relayId: relayed.id } as HandedPayment)
    if (relayed.status === 'failed') {
      if (relayed.reason === 'unknown') throw new ChainFailure('UNHEARD', { explanation: UNKNOWN })
      throw new ChainFailure('REVERTED', { explanation: FAILED[relayed.reason ?? 'refused'] })
    }
    return relayed.status === 'mined' ? (relayed.transactionHash as Hex | null) : null
  } catch (error) {
    // While it isn't refused it may have arrived, and is asked for until what was signed has expired.
    if (error instanceof ChainFailure || outcomeOf(error) === 'refused') throw error
    return null
  }
}

const ask = (id: string, signal: AbortSignal) => request('GET /api/relay/:id', { params: { id }, signal })

const UNKNOWN =
  'Aura couldn’t find out whether this payment went through. Check your USDC balance before you try again.'

const FAILED: Record<Exclude<Answer<'GET /api/relay/:id'>['reason'], 'unknown' | null>, string> = {
  refused: 'The network refused this payment. No money moved.',
  reverted: 'The network refused this payment. No money moved.',
  expired: 'This payment took too long and expired. No money moved.',
}
