import { Popover } from '@base-ui/react/popover'
import { type ReactNode, useCallback, useState } from 'react'
import styles from './note-popover.module.css'

interface NotePopoverProps {
  trigger: ReactNode
  /** Of the trigger. */
  className: string | undefined
  title: string
  children: ReactNode
}

/** A note about words in a text, open at first. Closes on Escape and on an outside press, and returns the focus. */
export function NotePopover({ trigger, className, title, children }: NotePopoverProps) {
  // Stays within the dialog its text is in.
  const [dialog, setDialog] = useState<Element | null>(null)
  const find = useCallback((text: HTMLElement | null) => setDialog(text?.closest('[role="dialog"]') ?? null), [])
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger ref={find} className={className}>
        {trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner
          className="z-70"
          sideOffset={6}
          collisionPadding={12}
          {...(dialog && { collisionBoundary: dialog })}
        >
          <Popover.Popup className={styles.popup}>
            <Popover.Title className={styles.title}>{title}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
