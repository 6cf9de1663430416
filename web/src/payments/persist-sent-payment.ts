import type { Hex } from 'viem'
import { ChainFailure } from '#lib/chain/chain-failure'
import type { UnsentPayment } from '#lib/chain/sent-payments'
import type { AnnouncedWallet } from '#lib/wallet/provider'
import { sentPayments } from './sent.ts'

/** Batches this page is still waiting for, which need no other poll. */
const awaited = new Set<string>()
export const isAwaited = (batch: string): boolean => awaited.has(batch)

/**
 * Sends a payment and stores it before anything else, because from here on money may have moved. A batch is stored as
 * soon as its wallet accepts it, so that leaving the page loses nothing.
 */
export async function persistSentPayment(
  payment: UnsentPayment,
  { info }: Pick<AnnouncedWallet, 'info'>,
  send: (onBatch: (id: string) => void) => Promise<Hex>,
): Promise<void> {
  let batch: string | undefined
  try {
    const hash = await send((id) => {
      batch = id
      awaited.add(id)
      sentPayments.add({ ...payment, hash: id, batchOf: info.rdns, sentAtMs: Date.now() })
    })
    sentPayments.add({ ...payment, hash, sentAtMs: Date.now() }, batch)
  } catch (error) {
    // Other errors are not final: the wallet accepted the batch, so `useBatches` keeps asking.
    const hasFailed = error instanceof ChainFailure && error.reason === 'REVERTED'
    if (batch !== undefined && hasFailed) sentPayments.remove(batch)
    throw error
  } finally {
    if (batch !== undefined) awaited.delete(batch)
  }
}
