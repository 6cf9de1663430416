import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** Decorative line drawing. */
  picture?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** Replaces an empty list or one that failed to load. */
export function EmptyState({ picture, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid max-w-md content-start justify-items-start gap-1.5 py-8">
      {picture && <div className="mb-2 -ml-2 text-line-2">{picture}</div>}
      <h3 className="h3">{title}</h3>
      {children && <p className="text-ink-2">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
