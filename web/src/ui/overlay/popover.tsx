import { type ReactNode, useId, useRef, useState } from 'react'
import styles from './popover.module.css'
import { useDismissal } from './use-dismissal.ts'

interface PopoverProps {
  label: string
  trigger: ReactNode
  className?: string
  triggerClassName?: string
  panelClassName?: string
  children: ReactNode
}

/** Closes on Escape, on an outside press, when the focus leaves and when one of its links is followed. */
export function Popover(props: PopoverProps) {
  const {
    label,
    trigger,
    className = '',
    triggerClassName = 'grid rounded-round',
    panelClassName = 'right-0 mt-2 min-w-60 py-1.5',
    children,
  } = props
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useId()
  useDismissal(open, () => setOpen(false), root, button)
  return (
    <div ref={root} className={`relative ${className}`}>
      <button
        ref={button}
        type="button"
        className={triggerClassName}
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
        // biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click
        <div
          id={panel}
          role="group"
          aria-label={label}
          className={`${styles.panel} ${panelClassName}`}
          onClick={({ target }) => target instanceof Element && target.closest('a') && setOpen(false)}
        >
          {children}
        </div>
      )}
    </div>
  )
}
