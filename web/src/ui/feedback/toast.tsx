import { lazy, Suspense, useCallback, useEffect, useSyncExternalStore } from 'react'
import type { TimedToastProps } from './timed-toast.tsx'
import styles from './toast.module.css'
import { createToastQueue, type QueuedToast, type ToastMessage } from './toast-queue.ts'

const queue = createToastQueue()

/** Loads what draws a toast, for those who may need one while they are offline. */
export const preloadToast = () => import('./timed-toast.tsx')

// Most visitors never see one.
const TimedToast = lazy(async () => {
  const component = await preloadToast().then(
    (module) => module.TimedToast,
    () => PlainToast,
  )
  return { default: component }
})

/** What has to be said is said even when the network is gone. */
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

function Toast({ toast: { id, ...message } }: { toast: QueuedToast }) {
  const onEnd = useCallback(() => queue.dismiss(id), [id])
  return (
    <Suspense>
      <TimedToast {...message} onEnd={onEnd} />
    </Suspense>
  )
}
