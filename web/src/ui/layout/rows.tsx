import type { ReactNode, Ref } from 'react'

export function Rows({ children, label, ref }: { children: ReactNode; label?: string; ref?: Ref<HTMLUListElement> }) {
  return (
    <ul ref={ref} className="divide-y divide-line" aria-label={label}>
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

/** On a phone the action is below the text, unless both fit on one line. */
export function Row({ icon, picture, title, note, action, unread = false }: RowProps) {
  return (
    <li className="flex gap-3.5 py-3">
      {icon && (
        <span className="grid size-10 place-items-center rounded-md bg-bg-2 text-ink" aria-hidden="true">
          {icon}
        </span>
      )}
      {picture && <div className="flex">{picture}</div>}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-40 max-md:basis-auto">
          <p className="leading-snug font-strong wrap-anywhere">{title}</p>
          {note && <p className="text-compact leading-snug text-ink-2 wrap-anywhere">{note}</p>}
        </div>
        {action}
      </div>
      {unread && (
        <span className="size-2 self-center rounded-round bg-aura">
          <span className="sr-only">unread</span>
        </span>
      )}
    </li>
  )
}
