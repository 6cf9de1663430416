import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import type { ReactNode } from 'react'
import styles from './segmented.module.css'

interface SegmentedProps<Value extends string> {
  /** Accessible name, or the id of a visible label. */
  label?: string
  labelledBy?: string
  /** Icons as names need hidden text. */
  items: readonly { value: Value; name: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  tall?: boolean
  disabled?: boolean
}

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, labelledBy, items, value, onChange, tall = false, disabled = false } = props
  return (
    <RadioGroup
      className={`${styles.group} ${tall ? `${styles.wide} ${styles.tall}` : ''}`}
      aria-label={label}
      aria-labelledby={labelledBy}
      value={value}
      onValueChange={(next) => onChange(next)}
      disabled={disabled}
    >
      {items.map((item) => (
        <Radio.Root key={item.value} className={styles.segment} value={item.value}>
          {item.name}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
