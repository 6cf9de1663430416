import { X } from 'lucide-react'
import { useId } from 'react'
import styles from './radio-list.module.css'

interface RadioListProps {
  /** Id of the element that asks the question. */
  labelledBy: string
  describedBy?: string | undefined
  options: readonly string[]
  selected: number | null
  onSelect: (index: number) => void
  /** Options that were tried in vain: struck through, still selectable. */
  struck: readonly number[]
  /** Said beside a struck option. */
  struckNote: string
}

/** Options of which one is chosen, in rows of at least 56 px. */
export function RadioList(props: RadioListProps) {
  const { labelledBy, describedBy, options, selected, onSelect, struck, struckNote } = props
  const group = useId()
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} aria-describedby={describedBy} className="grid gap-2.5">
      {options.map((option, index) => (
        // The order of the options is fixed while they are shown.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <label key={index} className={`${styles.row} ${struck.includes(index) ? styles.struck : ''}`}>
          <input
            type="radio"
            className={styles.dot}
            name={group}
            checked={selected === index}
            onChange={() => onSelect(index)}
          />
          <span className={styles.text}>{option}</span>
          {struck.includes(index) && (
            <span className={styles.note}>
              <X size={16} aria-hidden="true" />
              {struckNote}
            </span>
          )}
        </label>
      ))}
    </div>
  )
}
