import { lazy, Suspense } from 'react'
import { TickLoader } from '#ui/feedback/tick-loader'

const DesignPage = lazy(() => import('./design-page.tsx'))

/** Every component in every state. Its code is loaded only by those who look. */
export function DesignScreen() {
  return (
    <Suspense fallback={<TickLoader text="Loading the components..." />}>
      <DesignPage />
    </Suspense>
  )
}
