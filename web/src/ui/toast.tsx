import { CircleCheck, CircleX, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from './icon-button.tsx'
import styles from './toast.module.css'
import { createPausableTimer, createToastQueue, type QueuedToast, type ToastMessage } from './toast-queue.ts'

const queue = createToastQueue()

/** Shows a message once those before it are gone. Answers how to take it back when it is no longer true. */
export function toast(message: ToastMessage): () => void {
  const id = queue.add(message)
  return () => queue.dismiss(id)
}

/** The place where toasts appear. Stands in the page once, and is there before the first toast, so that it is read out. */
export function ToastViewport() {
  const current = useSyncExternalStore(queue.subscribe, queue.current)
  return (
    <section className={styles.viewport} aria-label="Messages" aria-live="polite" aria-relevant="additions">
      {current && <Toast key={current.id} toast={current} />}
    </section>
  )
}

function Toast({ toast: { id, durationMs, ...message } }: { toast: QueuedToast }) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const timer = useRef<ReturnType<typeof createPausableTimer> | null>(null)
  const paused = hovered || focused
  useEffect(() => {
    timer.current ??= createPausableTimer(durationMs, () => queue.dismiss(id))
    if (paused) timer.current.pause()
    else timer.current.run()
    return () => timer.current?.pause()
  }, [id, durationMs, paused])
  return (
    // Focus and pointer are watched to stop the clock; nothing here reacts to being pressed.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <ToastCard {...message} durationMs={durationMs} paused={paused} onDismiss={() => queue.dismiss(id)} />
    </div>
  )
}

interface ToastCardProps extends ToastMessage {
  durationMs: number
  /** Its clock stands still. */
  paused: boolean
  onDismiss: () => void
}

/** How a message looks. */
export function ToastCard({ title, description, kind, durationMs, paused, onDismiss }: ToastCardProps) {
  const Icon = kind === 'destructive' ? CircleX : CircleCheck
  return (
    <div
      className={`${styles.toast} ${kind === 'destructive' ? styles.destructive : ''} ${paused ? styles.paused : ''}`}
    >
      <Icon className={styles.icon} size={20} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <p className="font-[650]">{title}</p>
        {description && <p className="text-sm leading-[1.35] text-ink-2 [overflow-wrap:anywhere]">{description}</p>}
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
