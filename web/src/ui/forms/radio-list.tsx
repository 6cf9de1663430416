import { Check, X } from 'lucide-react'
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
  /** Right ones, once they may be told. */
  right?: readonly number[]
  disabled?: boolean
  /** Options are lines of code, shown close together. */
  code?: boolean
}

export function RadioList(props: RadioListProps) {
  const { labelledBy, describedBy, options, selected, onSelect } = props
  const { struck = [], struckNote, right = [], disabled, code = false } = props
  const group = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={code ? styles.code : 'grid gap-2.5'}
    >
      {options.map((option, index) => (
        <label
          // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes while shown
          key={index}
          className={`${styles.row} ${struck.includes(index) ? styles.struck : ''}`}
          data-right={right.includes(index) || undefined}
        >
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
          {right.includes(index) && <Right />}
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

export const Right = () => (
  <span className={styles.note} data-right>
    <Check size={16} aria-hidden="true" />
    Right answer
  </span>
)
