import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './menu.module.css'
import popover from './popover.module.css'
import { useDismissal } from './use-dismissal.ts'

interface MenuProps {
  label: string
  trigger: ReactNode
  triggerClassName: string
  /** `MenuItem`s, and dialogs that they open. */
  children: ReactNode
}

const itemsOf = (panel: HTMLElement | null): HTMLElement[] => [
  ...(panel?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
]

/**
 * A menu of actions by the WAI-ARIA pattern: opens on its first item, arrows, Home and End move, Escape and a chosen item
 * return the focus to its button. It stays mounted, so a dialog that an item opened outlives it.
 */
export function Menu({ label, trigger, triggerClassName, children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  useDismissal(open, () => setOpen(false), root, button)
  useEffect(() => {
    if (!open) return
    panel.current?.scrollIntoView({ block: 'nearest' })
    itemsOf(panel.current)[0]?.focus()
  }, [open])
  const move = (event: KeyboardEvent) => {
    const items = itemsOf(panel.current)
    // React also reports keys that are pressed in a dialog an item opened.
    if (!panel.current?.contains(event.target as Node)) return
    const at = items.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    items[to % items.length]?.focus()
  }
  return (
    <div ref={root} className={styles.menu}>
      <button
        ref={button}
        type="button"
        className={triggerClassName}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      <div
        ref={panel}
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        hidden={!open}
        className={`${popover.panel} ${styles.panel}`}
        onKeyDown={move}
        onClick={({ target }) => {
          if (!(target instanceof Element && target.closest('[role="menuitem"]'))) return
          setOpen(false)
          // A dialog that opens now gives the focus back to where it is.
          button.current?.focus()
        }}
      >
        {children}
      </div>
    </div>
  )
}

export const MenuItem = (props: ComponentProps<'button'>) => (
  <button type="button" role="menuitem" tabIndex={-1} className={styles.item} {...props} />
)
