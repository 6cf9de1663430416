import { X } from 'lucide-react'
import { useId } from 'react'
import styles from './radio-list.module.css'

interface RadioListProps {
  labelledBy: string
  describedBy?: string | undefined
  options: readonly string[]
  selected: number | null
  onSelect: (index: number) => void
  /** Wrong attempts: struck through, still selectable. */
  struck?: readonly number[]
  struckNote?: string
  disabled?: boolean
  /** Options are lines of code, shown close together. */
  code?: boolean
}

export function RadioList(props: RadioListProps) {
  const { labelledBy, describedBy, options, selected, onSelect } = props
  const { struck = [], struckNote, disabled, code = false } = props
  const group = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={code ? styles.code : 'grid gap-2.5'}
    >
      {options.map((option, index) => (
        // The order never changes while shown.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <label key={index} className={`${styles.row} ${struck.includes(index) ? styles.struck : ''}`}>
          <input
            type="radio"
            className={styles.dot}
            name={group}
            checked={selected === index}
            disabled={disabled}
            onChange={() => onSelect(index)}
          />
          <span className={styles.text}>{option}</span>
          {struck.includes(index) && <Struck note={struckNote} />}
        </label>
      ))}
    </div>
  )
}

export const Struck = ({ note }: { note: string | undefined }) => (
  <span className={styles.note}>
    <X size={16} aria-hidden="true" />
    {note}
  </span>
)
