import { Checkbox } from './check.tsx'
import styles from './check-list.module.css'
import { Right, Struck } from './radio-list.tsx'

interface CheckListProps {
  labelledBy: string
  describedBy?: string | undefined
  options: readonly string[]
  selected: readonly number[]
  onSelect: (indexes: number[]) => void
  /** Wrong attempts: struck through. */
  struck?: readonly number[]
  struckNote?: string
  /** Right ones, once they may be told. */
  right?: readonly number[]
  disabled?: boolean
}

export function CheckList(props: CheckListProps) {
  const {
    labelledBy,
    describedBy,
    options,
    selected,
    onSelect,
    struck = [],
    struckNote,
    right = [],
    disabled = false,
  } = props
  const toggle = (index: number, isOn: boolean) =>
    onSelect(isOn ? [...selected, index].sort((a, b) => a - b) : selected.filter((each) => each !== index))
  return (
    // A fieldset would need a legend; the question is a heading.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="group" aria-labelledby={labelledBy} aria-describedby={describedBy} className="grid gap-2.5">
      {options.map((option, index) => (
        <div key={option} className={styles.row} data-right={right.includes(index) || undefined}>
          <Checkbox
            label={
              struck.includes(index) ? (
                <>
                  <s className={styles.struck}>{option}</s> <Struck note={struckNote} />
                </>
              ) : right.includes(index) ? (
                <>
                  {option} <Right />
                </>
              ) : (
                option
              )
            }
            checked={selected.includes(index)}
            onChange={(isOn) => toggle(index, isOn)}
            disabled={disabled}
          />
        </div>
      ))}
    </div>
  )
}
