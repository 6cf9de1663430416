import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import styles from './order-list.module.css'

interface OrderListProps {
  labelledBy: string
  describedBy?: string | undefined
  options: readonly string[]
  /** Indexes from first to last; undefined until a step is moved. */
  order: readonly number[] | undefined
  onOrder: (order: number[]) => void
  disabled?: boolean
}

/** Steps that buttons move up and down, by touch, mouse and keyboard alike. */
export function OrderList({ labelledBy, describedBy, options, order, onOrder, disabled = false }: OrderListProps) {
  const shown = order ?? options.map((_, index) => index)
  const [moved, setMoved] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const move = (place: number, by: -1 | 1) => {
    const next = [...shown]
    const [step = 0] = next.splice(place, 1)
    next.splice(place + by, 0, step)
    onOrder(next)
    setMoved(`${options[step]}: now ${place + by + 1} of ${options.length}`)
    // The button moves with its step; at either end the other button gets the focus.
    requestAnimationFrame(() => {
      const row = list.current?.children[place + by]
      const wanted = row?.querySelector<HTMLButtonElement>(`button[data-by="${by}"]:not(:disabled)`)
      const button = wanted ?? row?.querySelector<HTMLButtonElement>('button:not(:disabled)')
      button?.focus()
    })
  }
  return (
    <>
      <ol ref={list} aria-labelledby={labelledBy} aria-describedby={describedBy} className="grid gap-2.5">
        {shown.map((step, place) => (
          <li key={step} className={styles.row}>
            <span className={`num ${styles.place}`}>{place + 1}</span>
            <span className="min-w-0" data-option>
              {options[step]}
            </span>
            <span className={styles.buttons}>
              <IconButton
                label={`Move up: ${options[step]}`}
                icon={<ArrowUp size={20} strokeWidth={1.75} aria-hidden="true" />}
                data-by={-1}
                disabled={disabled || place === 0}
                onClick={() => move(place, -1)}
              />
              <IconButton
                label={`Move down: ${options[step]}`}
                icon={<ArrowDown size={20} strokeWidth={1.75} aria-hidden="true" />}
                data-by={1}
                disabled={disabled || place === shown.length - 1}
                onClick={() => move(place, 1)}
              />
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
    </>
  )
}
