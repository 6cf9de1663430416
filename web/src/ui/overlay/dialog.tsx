import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { iconButtonClass } from '../forms/icon-button.tsx'
import { useScrollBar } from '../layout/use-scroll-bar.tsx'
import { useBackCloses } from './back-closes.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  open: boolean
  onClose: () => void
  onOpened?: () => void
  onClosed?: () => void
  phone: 'sheet' | 'full'
  /** Docked to the right edge, so that its subject stays visible. */
  place?: 'centred' | 'docked'
  width?: 'narrow'
  className?: string
  initialFocus?: ComponentProps<typeof BaseDialog.Popup>['initialFocus']
  /** Must contain a `DialogTitle` and a `DialogClose`. */
  children: ReactNode
}

/** Modal: traps and restores focus, closes on Escape and on an outside press. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    onOpened,
    onClosed,
    phone,
    place = 'centred',
    width,
    className = '',
    initialFocus,
    children,
  } = props
  useBackCloses(open, onClose)
  return (
    <BaseDialog.Root
      open={open}
      // Only the backdrop counts as outside, not toasts or a wallet's window.
      disablePointerDismissal
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      onOpenChangeComplete={(next) => {
        if (next) onOpened?.()
        else onClosed?.()
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} onClick={() => open && onClose()} />
        <BaseDialog.Popup
          // A second press while closing must not repeat the action.
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

export const DialogTitle = BaseDialog.Title

export function DialogClose({ className = '' }: { className?: string }) {
  return (
    <BaseDialog.Close className={`${iconButtonClass} ${className}`} aria-label="Close">
      <X size={22} strokeWidth={1.75} aria-hidden="true" />
    </BaseDialog.Close>
  )
}

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

export function DialogBody({ children }: { children: ReactNode }) {
  const scroll = useScrollBar<HTMLDivElement>()
  return (
    <div {...scroll.area} className={`${styles.body} ${scroll.className}`}>
      {children}
    </div>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className={styles.actions}>{children}</footer>
}
