import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { ConfirmDialog } from './confirm-dialog.tsx'

const Dialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/** `ConfirmDialog`, loaded when it first opens: for screens that show no other dialog at first. */
export function LateConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  // Kept for its closing.
  const [hasOpened, setHasOpened] = useState(props.open)
  if (props.open && !hasOpened) setHasOpened(true)
  return (
    hasOpened && (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    )
  )
}
