import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'wouter'
import { errorCode } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useConfig } from '#lib/use-config'
import { useTitle } from '#lib/use-title'
import { paths } from '#paths'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { buttonClass } from '#ui/forms/button'
import styles from './receipt.module.css'
import { receiptNumber } from './receipt-text.ts'
import { ReceiptView } from './receipt-view.tsx'

const ASK_EVERY_MS = 5_000

export default function ReceiptScreen() {
  const { id } = useParams<{ id: string }>()
  const config = useConfig()
  const { data, error, isFetching, refetch } = useQuery({
    ...read('GET /api/receipts/:id', { id }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'confirming' ? ASK_EVERY_MS : false),
  })
  useTitle(data ? `Receipt ${receiptNumber(data)}` : 'Receipt')
  const code = errorCode(error)
  if (code === 'RECEIPT_NOT_FOUND' || code === 'INVALID_REQUEST') return <Missing />
  if (!data && error) {
    return (
      <main className="page">
        <h1 className="sr-only">Receipt</h1>
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      </main>
    )
  }
  if (!data || !config.data) return <TickLoader text="Loading receipt..." />
  return (
    <main className={`page ${styles.receipt}`}>
      <Link href={paths.receipts} className={styles.back} data-no-print>
        <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
        Receipts
      </Link>
      <ReceiptView receipt={data} chain={config.data.chain} />
    </main>
  )
}

function Missing() {
  return (
    <main className="page py-10">
      <h1 className="h1">Receipt Not Found</h1>
      <p className="mt-4 mb-6 max-w-md text-ink-2">You have no receipt with this number.</p>
      <Link href={paths.receipts} className={buttonClass('primary', 48)}>
        All receipts
      </Link>
    </main>
  )
}
