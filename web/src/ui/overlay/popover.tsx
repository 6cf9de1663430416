import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './popover.module.css'

interface PopoverProps {
  /** What the trigger opens, for those who can't see it. */
  label: string
  trigger: ReactNode
  className?: string
  /** The look of the button; round unless told. */
  triggerClassName?: string
  panelClassName?: string
  children: ReactNode
}

/** A button that shows and hides a small panel below it. Escape, a press elsewhere or leaving it closes the panel. */
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
  useEffect(() => {
    if (!open) return
    const isInside = (target: EventTarget | null) => target instanceof Node && root.current?.contains(target)
    const onPress = (event: PointerEvent) => {
      if (!isInside(event.target)) setOpen(false)
    }
    const onFocus = (event: FocusEvent) => {
      if (!isInside(event.target)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])
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
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for fields
        <div id={panel} role="group" aria-label={label} className={`${styles.panel} ${panelClassName}`}>
          {children}
        </div>
      )}
    </div>
  )
}
