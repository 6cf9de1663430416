import { CircleCheck, CircleX, X } from 'lucide-react'
import { IconButton } from '../forms/icon-button.tsx'
import styles from './toast.module.css'
import type { ToastMessage } from './toast-queue.ts'

export interface ToastCardProps extends ToastMessage {
  durationMs: number
  paused: boolean
  onDismiss: () => void
}

export function ToastCard({ title, description, kind, durationMs, paused, onDismiss }: ToastCardProps) {
  const Icon = kind === 'destructive' ? CircleX : CircleCheck
  return (
    <div
      className={`${styles.toast} ${kind === 'destructive' ? styles.destructive : ''} ${paused ? styles.paused : ''}`}
    >
      <Icon className={styles.icon} size={20} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <p className="font-strong">{title}</p>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      <IconButton
        className="-my-2"
        label="Dismiss"
        icon={<X size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={onDismiss}
      />
      <span className={styles.line} style={{ animationDuration: `${durationMs}ms` }} />
    </div>
  )
}
