import { useState } from 'react'
import { Dialog, DialogClose, DialogTitle } from '#ui/overlay/dialog'
import { LiveNote, NotificationList, ReadAll } from './notification-list.tsx'
import { HINT, TITLE } from './texts.ts'

export default function NotificationSheet({ onClose }: { onClose: () => void }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Dialog open={isOpen} onClose={() => setIsOpen(false)} onClosed={onClose} phone="sheet">
      <header className="px-5 pt-3 pb-3">
        <div className="flex flex-wrap items-center gap-x-3">
          <DialogTitle className="display flex-1 text-xl leading-tight font-stretch-84%">{TITLE}</DialogTitle>
          <ReadAll />
          <DialogClose className="-mr-3" />
        </div>
        <p className="-mt-2 text-sm text-ink-2">{HINT}</p>
      </header>
      <NotificationList className="min-h-0 flex-1" onLeave={() => setIsOpen(false)} />
      <LiveNote />
    </Dialog>
  )
}
