import { lazy, Suspense, useEffect } from 'react'
import { useCelebration } from './celebration.ts'

export { celebrate } from './celebration.ts'

const loadDialog = () => import('./celebration-dialog.tsx')
/** A picture nobody asked for: where its code does not load, the points are there all the same. */
const CelebrationDialog = lazy(() => loadDialog().catch(() => ({ default: () => null })))

/** The place where celebrations appear, once for all screens of a person. */
export function CelebrationHost({ userId }: { userId: string }) {
  const celebrating = useCelebration()
  useEffect(() => void loadDialog().catch(() => {}), [])
  if (celebrating?.userId !== userId) return null
  return (
    <Suspense>
      <CelebrationDialog key={celebrating.startedAtMs} celebrating={celebrating} />
    </Suspense>
  )
}
