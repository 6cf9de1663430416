import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { iconButtonClass } from '../forms/icon-button.tsx'
import { useScrollBar } from '../layout/use-scroll-bar.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  open: boolean
  onClose: () => void
  /** After the closing animation. */
  onClosed?: () => void
  /** On a phone: a sheet from the bottom, or the whole screen. */
  phone: 'sheet' | 'full'
  /** Elsewhere: in the middle, or along the right edge, where what it is about stays in sight. */
  place?: 'centred' | 'docked'
  /** For a question with few words. */
  width?: 'narrow'
  className?: string
  /** Where the focus goes first; by default the first control. */
  initialFocus?: ComponentProps<typeof BaseDialog.Popup>['initialFocus']
  /** Must contain a `DialogTitle` and a `DialogClose`. */
  children: ReactNode
}

/** A modal dialog: takes and returns the focus, closes on Escape and on a press beside it. */
export function Dialog(props: DialogProps) {
  const { open, onClose, onClosed, phone, place = 'centred', width, className = '', initialFocus, children } = props
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
        {/* While the dialog leaves, the backdrop still keeps presses from what is beneath. */}
        <BaseDialog.Backdrop className={styles.backdrop} onClick={open ? onClose : undefined} />
        <BaseDialog.Popup
          // What leaves takes neither pointer nor key: a second press would do everything again.
          inert={!open}
          className={`${styles.popup} ${styles[place]} ${styles[phone]} ${width ? styles[width] : ''} ${className}`}
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

/** The top of a dialog: its name, a few words beside it, and the cross. */
export function DialogHeader({ title, note }: { title: string; note?: ReactNode }) {
  return (
    <header className={styles.header}>
      <div className={styles.name}>
        <DialogTitle className="dialog-title">{title}</DialogTitle>
        {note && <p className="text-ink-2">{note}</p>}
      </div>
      <DialogClose className="-mr-3" />
    </header>
  )
}

/** The part that scrolls when there is more than fits. */
export function DialogBody({ children }: { children: ReactNode }) {
  const scroll = useScrollBar<HTMLDivElement>()
  return (
    <div {...scroll.area} className={`${styles.body} ${scroll.className}`}>
      {children}
    </div>
  )
}

/** What can be done, always in sight: beside each other, the main one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className={styles.actions}>{children}</footer>
}
