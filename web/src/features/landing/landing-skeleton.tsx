import { Logo } from '#aura/logo.tsx'
import { Skeleton } from '#ui/feedback/skeleton'
import { TickLoader } from '#ui/feedback/tick-loader'
import styles from './landing.module.css'

/** Shown at `/` while the session is checked: the parts that landing page and dashboard share. */
export function LandingSkeleton() {
  return (
    <div aria-busy="true">
      <header className={styles.top}>
        <div className="page">
          <Logo size={28} />
          <Skeleton className="ml-auto h-10 w-21" />
        </div>
      </header>
      <TickLoader text="Loading Aura..." />
    </div>
  )
}
