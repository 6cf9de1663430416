import { lazy, Suspense } from 'react'
import { TickLoader } from '#ui/feedback/tick-loader'

const LazyHelpScreen = lazy(() => import('./help-screen.tsx'))

/** The help pages, which anybody may read. */
export const HelpScreen = () => (
  <Suspense fallback={<TickLoader text="Loading help..." />}>
    <LazyHelpScreen />
  </Suspense>
)
