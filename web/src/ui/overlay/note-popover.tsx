import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import styles from './note-popover.module.css'

interface NotePopoverProps {
  trigger: ReactNode
  title: string
  children: ReactNode
}

/** A note about words in a text. Opens on press, closes on Escape and on an outside press, and returns the focus. */
export const NotePopover = ({ trigger, title, children }: NotePopoverProps) => (
  <Popover.Root>
    <Popover.Trigger className={styles.trigger}>{trigger}</Popover.Trigger>
    <Popover.Portal>
      <Popover.Positioner className="z-70" sideOffset={6} collisionPadding={12}>
        <Popover.Popup className={styles.popup}>
          <Popover.Title className={styles.title}>{title}</Popover.Title>
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
)
