import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import type { ReactNode } from 'react'
import styles from './segmented.module.css'

interface SegmentedProps<Value extends string> {
  /** What is chosen, for those who can't see it; or the id of the element that says it. */
  label?: string
  labelledBy?: string
  /** A picture as a name brings words for those who can't see it. */
  items: readonly { value: Value; name: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  /** As high as a field and as wide as its column. */
  tall?: boolean
  disabled?: boolean
}

/** One of a few, all of them in sight. */
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
