import { WifiOff } from 'lucide-react'
import { useOnline } from '#lib/use-online'

/** A notice shown while the network is down. */
export function OfflineBar() {
  const online = useOnline()
  return (
    <div role="status" className="sticky top-0 z-30">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warn px-4 py-2 text-sm font-semibold text-bg">
          <WifiOff size={16} aria-hidden="true" />
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  )
}
