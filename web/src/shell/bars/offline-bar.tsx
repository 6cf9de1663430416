import { WifiOff } from 'lucide-react'
import { useOnline } from '#lib/use-online'
import styles from './offline-bar.module.css'

export function OfflineBar() {
  const online = useOnline()
  return (
    <div role="status" className="sticky top-0 z-30">
      {!online && (
        <p className={styles.offline}>
          <WifiOff size={16} aria-hidden="true" />
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  )
}
