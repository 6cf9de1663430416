import type { ReactNode } from 'react'

interface EmptyStateProps {
  picture?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  /** Set in a section with its own heading, below which the title ranks. */
  compact?: boolean
}

export function EmptyState({ picture, title, children, action, compact = false }: EmptyStateProps) {
  return (
    <div className={`grid max-w-md content-start justify-items-start gap-1.5 ${compact ? 'pb-4' : 'py-8'}`}>
      {picture && <div className="mb-2 -ml-2 text-line-2">{picture}</div>}
      <h3 className={compact ? 'font-semibold' : 'h3'}>{title}</h3>
      {children && <p className="text-ink-2">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
