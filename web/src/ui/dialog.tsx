import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './dialog.module.css'
import { iconButtonClass } from './icon-button.tsx'

interface DialogProps {
  open: boolean
  onClose: () => void
  /** After the closing animation. */
  onClosed?: () => void
  /** On a phone: a sheet from the bottom, or the whole screen. */
  phone: 'sheet' | 'full'
  className?: string
  /** Where the focus goes first; by default the first control. */
  initialFocus?: ComponentProps<typeof BaseDialog.Popup>['initialFocus']
  /** Must contain a `DialogTitle` and a `DialogClose`. */
  children: ReactNode
}

/** A modal dialog: takes and returns the focus, closes on Escape and on a press beside it. */
export function Dialog({ open, onClose, onClosed, phone, className = '', initialFocus, children }: DialogProps) {
  return (
    <BaseDialog.Root
      open={open}
      // Presses outside are judged by the backdrop alone: toasts and a wallet's own window are not "beside the dialog".
      disablePointerDismissal
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed?.()
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} onClick={onClose} />
        <BaseDialog.Popup
          className={`${styles.popup} ${styles.centred} ${styles[phone]} ${className}`}
          {...(initialFocus === undefined ? {} : { initialFocus })}
        >
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** Names the dialog. */
export const DialogTitle = BaseDialog.Title

/** The cross in a dialog's corner. */
export function DialogClose({ className = '' }: { className?: string }) {
  return (
    <BaseDialog.Close className={`${iconButtonClass} ${className}`} aria-label="Close">
      <X size={22} strokeWidth={1.75} aria-hidden="true" />
    </BaseDialog.Close>
  )
}
