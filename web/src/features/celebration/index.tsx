import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { endCelebration, endCelebrationsElsewhere, useCelebration } from './celebration.ts'

export { type Celebration, celebrate, holdFigures, useCelebration, useCountedFigures } from './celebration.ts'

const loadDialog = () => import('./celebration-dialog.tsx')
/** Unsolicited, so a failed import is ignored: the points are awarded anyway. */
const CelebrationDialog = lazy(() => loadDialog().catch(() => ({ default: NotLoaded })))

/** Ends each celebration, because queued ones can't be shown either. */
function NotLoaded() {
  useEffect(endCelebration)
  return null
}

export function usePreloadedCelebration(): void {
  useEffect(() => void loadDialog().catch(() => {}), [])
}

export function CelebrationHost({ userId }: { userId: string }) {
  const celebrating = useCelebration()
  const [path] = useLocation()
  useEffect(() => endCelebrationsElsewhere(path), [path])
  if (celebrating?.userId !== userId || celebrating.path !== path) return null
  return (
    <Suspense>
      <CelebrationDialog celebrating={celebrating} />
    </Suspense>
  )
}
