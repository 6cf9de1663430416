import { useOnline } from '#lib/use-online'
import { StrokeIcon } from '#ui/layout/stroke-icon'
import styles from './offline-bar.module.css'

const NO_WIFI =
  'M12 20h.01M8.5 17a5 5 0 0 1 7 0M5 13a10 10 0 0 1 5-3M19 13l-2-2M2 9l4-3M22 9a15 15 0 0 0-11-4M2 2l20 20'

export function OfflineBar() {
  const online = useOnline()
  return (
    <div role="status" className="sticky top-0 z-30">
      {!online && (
        <p className={styles.offline}>
          <StrokeIcon path={NO_WIFI} size={16} />
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  )
}
