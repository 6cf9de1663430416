import { Ban, Check, CircleX, Clock, Flag, Hourglass, type LucideIcon, Undo2 } from 'lucide-react'
import { Badge, type BadgeTone } from './badge.tsx'
import styles from './status-badge.module.css'

const KNOWN: Record<string, { Icon: LucideIcon; tone: BadgeTone }> = {
  pending: { Icon: Clock, tone: 'neutral' },
  accepted: { Icon: Check, tone: 'strong' },
  confirmed: { Icon: Check, tone: 'ok' },
  completed: { Icon: Flag, tone: 'neutral' },
  withdrawn: { Icon: Undo2, tone: 'neutral' },
  rejected: { Icon: Ban, tone: 'neutral' },
  cancelled: { Icon: Ban, tone: 'neutral' },
  cancellation_requested: { Icon: Hourglass, tone: 'warn' },
  failed: { Icon: CircleX, tone: 'danger' },
}

export function StatusBadge({ status }: { status: string }) {
  if (status.toLowerCase() === 'live') {
    return (
      <span className={styles.live}>
        <span className={styles.dot} aria-hidden="true" />
        Live
      </span>
    )
  }
  const known = Object.hasOwn(KNOWN, status) ? KNOWN[status] : undefined
  return (
    <Badge tone={known?.tone ?? 'neutral'}>
      {known && <known.Icon size={14} strokeWidth={1.75} aria-hidden="true" />}
      {status}
    </Badge>
  )
}
