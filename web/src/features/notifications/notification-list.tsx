import type { Notification } from '@aura/api/calls/notifications'
import { NOTIFICATION_RULES } from '@aura/api/rules/notifications'
import { useState } from 'react'
import { errorText } from '#lib/error-text'
import { useLiveStatus } from '#lib/live/use-live'
import { useServerNow } from '#lib/time/server-clock'
import { PartFailed } from '#ui/feedback/load-failed'
import { Button } from '#ui/forms/button'
import { TabPanel, Tabs } from '#ui/layout/tabs'
import { useScrollBar } from '#ui/layout/use-scroll-bar'
import { NotificationRow } from './notification-row.tsx'
import { EMPTY, OWN, STRANGERS } from './texts.ts'
import { POLLING_MS, useNotifications, useReading } from './use-notifications.ts'

interface NotificationListProps {
  className: string
  onLeave?: () => void
}

/** Strangers' notifications have a tab of their own, once there are any. */
export function NotificationList({ className, onLeave }: NotificationListProps) {
  const { data, isPending, error, isFetching, refetch } = useNotifications()
  const [tray, setTray] = useState<'own' | 'strangers'>('own')
  if (error && !data) {
    return (
      <div className="border-t border-line px-5 py-6">
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      </div>
    )
  }
  const strangers = (data ?? []).filter(({ fromStranger }) => fromStranger)
  const own = (data ?? []).filter(({ fromStranger }) => !fromStranger)
  if (strangers.length === 0) return <Rows list={own} isPending={isPending} className={className} onLeave={onLeave} />
  const unread = strangers.filter(({ isRead }) => !isRead).length
  const trays = [
    { value: 'own' as const, name: OWN, list: own },
    { value: 'strangers' as const, name: STRANGERS, list: strangers, ...(unread > 0 && { count: unread }) },
  ]
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Tabs className="px-5" label="Whose notifications" items={trays} value={tray} onChange={setTray}>
        {trays.map(({ value, list }) => (
          <TabPanel key={value} value={value} className="flex min-h-0 flex-1 flex-col pt-2">
            <Rows list={list} isPending={false} className={className} onLeave={onLeave} />
          </TabPanel>
        ))}
      </Tabs>
    </div>
  )
}

interface RowsProps {
  list: readonly Notification[]
  isPending: boolean
  className: string
  onLeave: (() => void) | undefined
}

function Rows({ list, isPending, className, onLeave }: RowsProps) {
  const { read } = useReading()
  const nowMs = useServerNow(60_000)
  const scroll = useScrollBar<HTMLUListElement>()
  if (list.length === 0) {
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
      {list.map((notification) => (
        <NotificationRow
          key={notification.id}
          notification={notification}
          // A later notification about the same thing, such as a withdrawn challenge.
          newestId={list.find(({ relatedId }) => relatedId === notification.relatedId)?.id ?? notification.id}
          now={new Date(nowMs)}
          onRead={read}
          onLeave={() => onLeave?.()}
        />
      ))}
      {list.filter(({ type }) => type !== 'security').length >= NOTIFICATION_RULES.listed && (
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
