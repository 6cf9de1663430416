import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from '../forms/button.tsx'
import { MessageLine } from '../forms/field-frame.tsx'
import { useBackCloses } from './back-closes.tsx'
import styles from './dialog.module.css'

interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** Consequences, and whether they can be undone. */
  children: ReactNode
  facts?: readonly (readonly [string, string])[]
  /** Names the action: 'Delete battle', never 'OK'. */
  confirm: string
  onConfirm: () => void
  /** Button text during the action; the dialog stays open. */
  busy?: string | undefined
  error?: string | undefined
  destructive?: boolean
}

/** Required before money moves or data is deleted. A press outside does not close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, facts = [], confirm, onConfirm, busy, error, destructive = false } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const close = () => {
    if (!busy) onClose()
  }
  useBackCloses(open, close)
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) close()
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup
          // A second press while closing must not repeat the action.
          inert={!open}
          className={`${styles.popup} ${styles.centred} ${styles.sheet} ${styles.narrow}`}
          initialFocus={destructive ? cancel : true}
        >
          <div className="grid gap-4 overflow-y-auto p-7 max-md:px-5">
            <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
            <AlertDialog.Description className="text-ink-2" render={<div />}>
              {children}
            </AlertDialog.Description>
            {facts.length > 0 && <Facts facts={facts} />}
            {/* Mounted early, so that it is announced and causes no layout shift. */}
            <div role="alert" className="-my-2">
              <MessageLine message={error ? { tone: 'danger', text: error } : null} />
            </div>
            <div className={styles.answers}>
              <Button ref={cancel} kind="secondary" disabled={Boolean(busy)} onClick={onClose}>
                Cancel
              </Button>
              <Button kind={destructive ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
                {confirm}
              </Button>
            </div>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

export function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="border-t border-line">
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt className="text-ink-2">{name}</dt>
          <dd className="num font-strong wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
