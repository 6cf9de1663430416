import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ChainFailure } from '#lib/chain/chain-failure'
import { hashOfBatch } from '#lib/chain/send-batch'
import type { SentPayment } from '#lib/chain/sent-payments'
import { chainFailure, unheard } from '#lib/chain/wallet-rpc'
import { useWallets } from '#lib/wallet/use-wallets'
import { isAwaited } from './persist-sent-payment.ts'
import { isHanded } from './relayed/handed-payment.ts'
import { transactionOf } from './relayed/relayed-payment.ts'
import { isLost, sentPayments } from './sent.ts'

const ASK_EVERY_MS = 2_000

/**
 * Polls wallets for batches from an earlier visit, and Aura for the payments it hands in, until they become transactions.
 * If a wallet is gone or has long forgotten a batch, the batch is dropped here, `onFailed` gets UNHEARD, and the server's
 * watcher credits it.
 */
export function useBatches<Sent extends SentPayment>(
  payments: readonly Sent[],
  onFailed: (error: unknown, payment: Sent) => void,
) {
  const wallets = useWallets()
  const batches = payments.filter(({ batchOf }) => batchOf !== undefined)
  const answers = useQueries({
    queries: batches.map((payment) => {
      const { hash, batchOf } = payment
      const provider = wallets?.find(({ info }) => info.rdns === batchOf)?.provider
      return {
        queryKey: [`batch ${hash}`],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          if (isHanded(payment)) return transactionOf(payment, signal)
          if (isAwaited(hash)) return null
          if (!provider) throw new ChainFailure('LOCKED')
          return hashOfBatch(provider, hash)
        },
        enabled: isHanded(payment) || wallets !== null,
        refetchInterval: ASK_EVERY_MS,
        refetchIntervalInBackground: true,
        staleTime: 0,
        gcTime: 0,
        retry: false,
      }
    }),
  })
  useEffect(() => {
    for (const [index, payment] of batches.entries()) {
      const { data, error } = answers[index] ?? {}
      const { batchOf: _, ...known }: SentPayment = payment
      // The network learns of the transaction about now, however old the batch is.
      if (data) sentPayments.add({ ...known, hash: data, sentAtMs: Date.now() }, payment.hash)
      if (data || !error) continue
      if (isHanded(payment)) {
        if (sentPayments.remove(payment.hash)) onFailed(error, payment)
        continue
      }
      const failure = chainFailure(error)
      const isReverted = failure.reason === 'REVERTED'
      if (!isReverted && !isLost(payment)) continue
      sentPayments.remove(payment.hash)
      onFailed(isReverted ? failure : unheard(failure), payment)
    }
  })
}
