import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import styles from './toast.module.css'
import type { ToastCardProps } from './toast-card.tsx'
import { createPausableTimer, createToastQueue, type QueuedToast, type ToastMessage } from './toast-queue.ts'

const queue = createToastQueue()

/** Loads what draws a toast, for those who may need one while they are offline. */
export const preloadToast = () => import('./toast-card.tsx')

// Most visitors never see one.
const ToastCard = lazy(async () => {
  const Card = await preloadToast().then(
    (module) => module.ToastCard,
    () => PlainCard,
  )
  return { default: Card }
})

/** What has to be said is said even when the network is gone. */
function PlainCard({ title, description }: ToastCardProps) {
  return (
    <p className={styles.toast}>
      {title} {description}
    </p>
  )
}

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
      <Suspense>
        <ToastCard {...message} durationMs={durationMs} paused={paused} onDismiss={() => queue.dismiss(id)} />
      </Suspense>
    </div>
  )
}
