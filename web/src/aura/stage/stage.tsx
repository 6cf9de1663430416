import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import styles from './stage.module.css'

export const preloadBrokenRing = () => import('./broken-ring.tsx')

// Loaded lazily: few people see this ornament, and the screen works without it.
const BrokenRing = lazy<ComponentType>(() =>
  preloadBrokenRing().then(
    (module) => ({ default: module.BrokenRing }),
    () => ({ default: () => null }),
  ),
)

interface StageProps {
  /** A word or number in poster size, read as the start of the title. */
  poster?: string
  title: string
  actions: ReactNode
  children: ReactNode
}

export function Stage({ poster, title, actions, children }: StageProps) {
  return (
    <main className={`page ${styles.stage}`}>
      <div>
        <h1 className={styles.title}>
          {poster && <span className={styles.poster}>{poster}</span>} <span className={styles.words}>{title}</span>
        </h1>
        <p className={styles.text}>{children}</p>
        <div className={styles.actions}>{actions}</div>
      </div>
      <div className={styles.picture}>
        <Suspense>
          <BrokenRing />
        </Suspense>
      </div>
    </main>
  )
}
