import { type ReactNode, useId } from 'react'
import styles from './segmented.module.css'

interface SegmentedProps<Value extends string> {
  label?: string
  labelledBy?: string
  /** Icons as names need hidden text. */
  items: readonly { value: Value; name: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  tall?: boolean
  disabled?: boolean
}

/** Native radio buttons, so that the largest screens don't wait for a library of controls. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, labelledBy, items, value, onChange, tall = false, disabled = false } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      className={`${styles.group} ${tall ? `${styles.wide} ${styles.tall}` : ''}`}
      aria-label={label}
      aria-labelledby={labelledBy}
    >
      {items.map((item) => (
        <label key={item.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={item.value}
            checked={item.value === value}
            disabled={disabled}
            onChange={() => onChange(item.value)}
          />
          {item.name}
        </label>
      ))}
    </div>
  )
}
