import { lazy, Suspense, useEffect } from 'react'
import { useCelebration } from './celebration.ts'

export { celebrate } from './celebration.ts'

const loadDialog = () => import('./celebration-dialog.tsx')
/** Unsolicited, so a failed import is ignored: the points are awarded anyway. */
const CelebrationDialog = lazy(() => loadDialog().catch(() => ({ default: () => null })))

/** Mounted once for all screens of a user. */
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
