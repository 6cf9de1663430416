import { MICROS_PER_USDC } from '@aura/api/money'
import { request } from '#lib/api'
import type { SentPayment } from '#lib/chain/sent-payments'
import type { MoneyAction } from './payment-text.ts'

/** What the server says of a payment. */
interface Progress {
  status: 'confirming' | 'completed'
  confirmations: number
  confirmationsNeeded: number
  /** Steeze, or AP of a vouch; null while that is not known. */
  amount: number | null
  /** Of a vouch that counts. */
  multiplier?: string | null
}

/** What came of a payment. */
export interface Credited {
  /** Steeze; of a vouch the AP that were awarded for it. */
  amount: number
  /** What a vouch was multiplied by; null for anything else, and for a vouch that counts for nobody. */
  multiplier: string | null
}

interface Followed {
  ask: (payment: SentPayment, signal: AbortSignal) => Promise<Progress>
  /** Decides the words when the server refuses it. */
  action: MoneyAction
  done: (credited: Credited) => { title: string; description: string }
}

const sent = ({ hash, chainId }: SentPayment) => ({ transactionHash: hash, chainId })
/** Each is a question of its own: a key used again would hear an earlier "not seen yet" for ever. */
const anew = () => crypto.randomUUID()

/** How each kind of payment is followed until it is credited, and what is said then. */
export const paymentTrackers: Readonly<Record<SentPayment['kind'], Followed>> = {
  buy: {
    ask: (payment, signal) =>
      request('POST /api/steeze/confirm-purchase', { body: sent(payment), idempotencyKey: anew(), signal }),
    action: 'confirm-buy',
    done: () => ({ title: 'Purchase Confirmed', description: 'Steeze tokens added to your balance' }),
  },
  redeem: {
    ask: (payment, signal) =>
      request('POST /api/steeze/redeem-confirm', { body: sent(payment), idempotencyKey: anew(), signal }),
    action: 'confirm-redeem',
    done: () => ({ title: 'Redeem Confirmed', description: 'USDC sent to your wallet' }),
  },
  vouch: {
    async ask(payment, signal) {
      const body = {
        ...sent(payment),
        vouchedUserId: payment.vouchedUserId ?? '',
        usdcAmount: payment.usdcMicros / MICROS_PER_USDC,
      }
      const { auraAwarded, ...progress } = await request('POST /api/vouch/create', {
        body,
        idempotencyKey: anew(),
        signal,
      })
      return { ...progress, amount: auraAwarded }
    },
    action: 'confirm-vouch',
    done: ({ amount, multiplier }) => ({
      title: 'Vouch Successful!',
      description:
        multiplier === null
          ? 'The USDC arrived. No aura points are awarded for it.'
          : `Awarded ${amount} aura points with ${multiplier}x multiplier`,
    }),
  },
}
