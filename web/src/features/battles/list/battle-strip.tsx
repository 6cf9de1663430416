import { lazy, Suspense } from 'react'
import styles from './battle-strip.module.css'
import { useSpotlight } from './use-spotlight.ts'

/** Unsolicited, so a failed import is ignored. */
const Strip = lazy(() => import('./strip.tsx').catch(() => ({ default: () => null })))

/** The live battle, or the last result, in two lines. Its room is part of the first page, its code comes with the battle. */
export function BattleStrip() {
  const { data } = useSpotlight()
  return (
    <div className={styles.place}>
      {data?.battle && (
        <Suspense>
          <Strip battle={data.battle} />
        </Suspense>
      )}
    </div>
  )
}
