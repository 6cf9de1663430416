import { Bell } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useWide } from '#lib/use-wide'
import { CountBadge } from '#ui/feedback/count-badge'
import { IconButton, iconButtonClass } from '#ui/forms/icon-button'
import { lazyPart } from '#ui/layout/lazy-part'
import { lateDialog } from '#ui/overlay/late-dialog'
import { Popover } from '#ui/overlay/popover'
import styles from './notification-bell.module.css'
import { useNotifications } from './use-notifications.ts'

const Panel = lazyPart(() => import('./notification-panel.tsx'), { name: 'This list', className: 'px-5 py-4' })
const Sheet = lateDialog(() => import('./notification-sheet.tsx'))

export function NotificationBell() {
  const { data = [] } = useNotifications()
  const [sheetOpen, setSheetOpen] = useState(false)
  const isWide = useWide()
  const unread = data.filter(({ isRead, fromStranger }) => !isRead && !fromStranger).length
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'
  const bell = (
    <>
      <Bell size={20} strokeWidth={1.75} aria-hidden="true" />
      <CountBadge count={unread} />
    </>
  )
  return (
    <>
      <span role="status" className="sr-only">
        {unread > 0 && `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`}
      </span>
      {isWide ? (
        <Popover
          label={label}
          trigger={bell}
          triggerClassName={`${iconButtonClass} ${styles.bell}`}
          panelClassName="-right-14 mt-4.5 w-88 overflow-hidden"
        >
          <Suspense>
            <Panel />
          </Suspense>
        </Popover>
      ) : (
        <>
          <IconButton
            className="relative"
            label={label}
            icon={bell}
            aria-haspopup="dialog"
            aria-expanded={sheetOpen}
            onClick={() => setSheetOpen(true)}
          />
          {sheetOpen && <Sheet onClose={() => setSheetOpen(false)} />}
        </>
      )}
    </>
  )
}
