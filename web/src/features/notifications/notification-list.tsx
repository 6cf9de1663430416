import { RULES } from '@aura/api/rules'
import { useLiveStatus } from '#lib/live/use-live'
import { useServerNow } from '#lib/time/server-clock'
import { Button } from '#ui/forms/button'
import { useScrollBar } from '#ui/layout/use-scroll-bar'
import { NotificationRow } from './notification-row.tsx'
import { EMPTY } from './texts.ts'
import { POLLING_MS, useNotifications, useReading } from './use-notifications.ts'

export function NotificationList({ className, onLeave }: { className: string; onLeave?: () => void }) {
  const { data = [], isPending } = useNotifications()
  const { read } = useReading()
  const nowMs = useServerNow(60_000)
  const scroll = useScrollBar<HTMLUListElement>()
  if (data.length === 0) {
    return (
      <p className="border-t border-line px-5 py-10 text-center text-ink-2" aria-busy={isPending}>
        {isPending ? 'Loading...' : EMPTY}
      </p>
    )
  }
  return (
    <ul
      {...scroll.area}
      aria-label="Notifications"
      className={`divide-y divide-line border-t border-line -outline-offset-2 ${scroll.className} ${className}`}
    >
      {data.map((notification) => (
        <NotificationRow
          key={notification.id}
          notification={notification}
          // A later notification about the same thing, such as a withdrawn challenge.
          newestId={data.find(({ relatedId }) => relatedId === notification.relatedId)?.id ?? notification.id}
          now={new Date(nowMs)}
          onRead={read}
          onLeave={() => onLeave?.()}
        />
      ))}
      {data.length >= RULES.notificationsListed && (
        <li className="px-5 py-3 text-sm text-ink-3">Older notifications aren’t listed.</li>
      )}
    </ul>
  )
}

export function ReadAll({ className = '' }: { className?: string }) {
  const { data = [] } = useNotifications()
  const { readAll } = useReading()
  if (data.every(({ isRead }) => isRead)) return null
  return (
    <Button kind="ghost" size={40} className={`-mr-3 px-3! ${className}`} onClick={readAll}>
      Read all
    </Button>
  )
}

export function LiveNote() {
  if (useLiveStatus() !== 'down') return null
  return (
    <p role="status" className="border-t border-line px-5 py-2.5 text-sm text-ink-3">
      Live updates are offline. Checking every {POLLING_MS / 1_000} seconds.
    </p>
  )
}
