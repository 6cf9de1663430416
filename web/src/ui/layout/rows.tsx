import type { ReactNode } from 'react'

export function Rows({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className="divide-y divide-line" aria-label={label}>
      {children}
    </ul>
  )
}

interface RowProps {
  icon?: ReactNode
  picture?: ReactNode
  title: ReactNode
  note?: ReactNode
  action?: ReactNode
  unread?: boolean
}

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
