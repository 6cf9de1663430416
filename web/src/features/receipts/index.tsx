import { lazy, Suspense } from 'react'
import { TickLoader } from '#ui/feedback/tick-loader'

const LazyList = lazy(() => import('./receipt-list-screen.tsx'))
const LazyReceipt = lazy(() => import('./receipt-screen.tsx'))

/** Everything on chain that was about the signed-in person. */
export function ReceiptListScreen() {
  return (
    <Suspense fallback={<TickLoader text="Loading your receipts..." />}>
      <LazyList />
    </Suspense>
  )
}

/** One of it. */
export function ReceiptScreen() {
  return (
    <Suspense fallback={<TickLoader text="Loading receipt..." />}>
      <LazyReceipt />
    </Suspense>
  )
}
