import { lazy, Suspense } from 'react'
import { TickLoader } from '#ui/feedback/tick-loader'

const LazyReservesScreen = lazy(() => import('./reserves-screen.tsx'))

/** What stands behind the Steeze, for everybody to see. */
export function ReservesScreen() {
  return (
    <Suspense fallback={<TickLoader text="Loading reserves..." />}>
      <LazyReservesScreen />
    </Suspense>
  )
}
