import { useId } from 'react'
import { LiveNote, NotificationList, ReadAll } from './notification-list.tsx'
import { HINT, TITLE } from './texts.ts'

export default function NotificationPanel() {
  const title = useId()
  return (
    <section aria-labelledby={title}>
      <header className="px-5 pt-4 pb-3">
        <div className="flex min-h-6 items-center gap-3">
          <h2 id={title} className="display min-w-0 flex-1 text-xl leading-tight font-stretch-84%">
            {TITLE}
          </h2>
          <ReadAll className="-my-2" />
        </div>
        <p className="text-sm text-ink-2">{HINT}</p>
      </header>
      <NotificationList className="max-h-80" />
      <LiveNote />
    </section>
  )
}
