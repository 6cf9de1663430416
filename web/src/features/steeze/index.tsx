import { lazy, Suspense } from 'react'
import { TickLoader } from '#ui/feedback/tick-loader'

const LazySteezeScreen = lazy(() => import('./steeze-screen.tsx'))

/** Buying and redeeming Steeze. */
export function SteezeScreen() {
  return (
    <Suspense fallback={<TickLoader text="Loading your Steeze..." />}>
      <LazySteezeScreen />
    </Suspense>
  )
}
