import { lazy, Suspense } from 'react'
import { TickLoader } from '#ui/feedback/tick-loader'

const LazyStreakScreen = lazy(() => import('./streak-screen.tsx'))

/** The days of the signed-in person. */
export function StreakScreen() {
  return (
    <Suspense fallback={<TickLoader text="Loading your streak..." />}>
      <LazyStreakScreen />
    </Suspense>
  )
}
