import { Skeleton } from '#ui/feedback/skeleton'
import styles from './battle-row.module.css'

export function RowSkeletons({ count }: { count: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places that never change
        <div key={i} className={styles.row}>
          <div className={styles.what}>
            <Skeleton className="h-6 w-20" />
            <Skeleton className="mt-2 h-5 w-4/5" />
            <Skeleton className="mt-2 h-4 w-11/12" />
          </div>
          <div className={`${styles.field} ${styles.waiting}`}>
            <Skeleton className="size-12 rounded-round" />
            <Skeleton className="size-12 rounded-round" />
          </div>
          <div className={styles.people}>
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
          </div>
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      ))}
    </div>
  )
}
