import type { ReactNode } from 'react'

/** Things below each other, divided by lines. */
export function Rows({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className="divide-y divide-line" aria-label={label}>
      {children}
    </ul>
  )
}

interface RowProps {
  /** In a square at the start; decoration. */
  icon?: ReactNode
  /** Instead of an icon, such as a person's ring. */
  picture?: ReactNode
  title: ReactNode
  note?: ReactNode
  /** What can be done with it, at the end. */
  action?: ReactNode
  /** Not seen yet. */
  unread?: boolean
}

/** One thing with a second line and something to do. */
export function Row({ icon, picture, title, note, action, unread = false }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 py-3">
      {icon && (
        <span className="grid size-10 place-items-center rounded-md bg-bg-2 text-ink" aria-hidden="true">
          {icon}
        </span>
      )}
      {picture}
      <div className="min-w-0 flex-1 basis-40">
        <p className="leading-snug font-strong wrap-anywhere">{title}</p>
        {note && <p className="text-compact leading-snug text-ink-2 wrap-anywhere">{note}</p>}
      </div>
      {unread && (
        <span className="size-2 rounded-round bg-aura">
          <span className="sr-only">unread</span>
        </span>
      )}
      {action}
    </li>
  )
}
