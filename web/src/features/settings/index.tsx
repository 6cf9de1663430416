import { lazy, Suspense } from 'react'
import { TickLoader } from '#ui/feedback/tick-loader'

const LazySettingsScreen = lazy(() => import('./settings-screen.tsx'))

/** Everything somebody can decide about their own account. */
export function SettingsScreen() {
  return (
    <Suspense fallback={<TickLoader text="Loading your settings..." />}>
      <LazySettingsScreen />
    </Suspense>
  )
}
