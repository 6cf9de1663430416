import client, { type Registry } from '@prometheus-io/client'
import { asAppError } from '#platform/http/answer-error'

const WAIT_BUCKETS_S = [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]
/** Buckets up to a full batch. */
const SIZE_BUCKETS = [1, 3, 10, 30, 100, 300, 500]

export interface GiftMetrics {
  /** Called when a transaction with this number of gifts begins. */
  began(gifts: number): void
  /** Called when a gift was answered, `ms` after the request, with the error if it was refused or failed. */
  answered(ms: number, error?: unknown): void
}

export function giftMetrics(register: Registry): GiftMetrics {
  const registers = [register]
  const sizes = new client.Histogram({
    name: 'gift_batch_size',
    help: 'Gifts that one transaction took',
    buckets: SIZE_BUCKETS,
    registers,
  })
  const waits = new client.Histogram({
    name: 'gift_wait_seconds',
    help: 'Time from a gift until it is durable or refused',
    buckets: WAIT_BUCKETS_S,
    registers,
  })
  const answers = new client.Counter({
    name: 'gifts_total',
    help: 'Gifts by outcome: `given`, or the code of the refusal',
    labelNames: ['outcome'],
    registers,
  })
  return {
    began: (gifts) => sizes.observe(gifts),
    answered(ms, error) {
      waits.observe(ms / 1_000)
      answers.inc({ outcome: error === undefined ? 'given' : (asAppError(error)?.code ?? 'INTERNAL') })
    },
  }
}
