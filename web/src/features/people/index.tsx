import { lazy, Suspense } from 'react'
import { TickLoader } from '#ui/feedback/tick-loader'

const LazyProfileScreen = lazy(() => import('./profile-screen.tsx'))

/** Somebody's profile; without an id the viewer's own. */
export function ProfileScreen() {
  return (
    <Suspense fallback={<TickLoader text="Loading user profile..." />}>
      <LazyProfileScreen />
    </Suspense>
  )
}
