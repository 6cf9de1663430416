import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { TimedToastProps } from './timed-toast.tsx'
import styles from './toast.module.css'
import { createToastQueue, type QueuedToast, type ToastMessage } from './toast-queue.ts'

export const toasts = createToastQueue()

/** Loads the code early, so that toasts work offline. */
export const preloadToast = () => import('./timed-toast.tsx')

const TimedToast = lazy(async () => {
  const component = await preloadToast().then(
    (module) => module.TimedToast,
    () => PlainToast,
  )
  return { default: component }
})

function PlainToast({ title, description, durationMs, onEnd }: TimedToastProps) {
  useEffect(() => {
    const timer = setTimeout(onEnd, durationMs)
    return () => clearTimeout(timer)
  }, [durationMs, onEnd])
  return (
    <p className={styles.toast}>
      {title} {description}
    </p>
  )
}

export function toast(message: ToastMessage): () => void {
  const id = toasts.add(message)
  return () => toasts.dismiss(id)
}

/** Mounted once, before any toast, so that screen readers announce them. */
export function ToastViewport() {
  const current = useSyncExternalStore(toasts.subscribe, toasts.current)
  return (
    <section className={styles.viewport} aria-label="Messages" aria-live="polite" aria-relevant="additions">
      {current && <Toast key={current.id} toast={current} />}
    </section>
  )
}

function Toast({ toast: { id, onShown, ...message } }: { toast: QueuedToast }) {
  const onEnd = useCallback(() => toasts.dismiss(id), [id])
  return (
    <Suspense>
      <TimedToast {...message} onEnd={onEnd} />
      {onShown && <Painted onPainted={onShown} />}
    </Suspense>
  )
}

/** Reports the paint of what appears together with it. */
function Painted({ onPainted }: { onPainted: () => void }) {
  const painted = useEffectEvent(onPainted)
  useEffect(() => {
    // The first frame's callback runs before its paint.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(painted)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return null
}
