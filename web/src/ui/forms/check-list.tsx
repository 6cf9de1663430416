import { Checkbox } from './check.tsx'
import styles from './check-list.module.css'

interface CheckListProps {
  labelledBy: string
  describedBy?: string | undefined
  options: readonly string[]
  selected: readonly number[]
  onSelect: (indexes: number[]) => void
  disabled?: boolean
}

export function CheckList({ labelledBy, describedBy, options, selected, onSelect, disabled = false }: CheckListProps) {
  const toggle = (index: number, isOn: boolean) =>
    onSelect(isOn ? [...selected, index].sort((a, b) => a - b) : selected.filter((each) => each !== index))
  return (
    // A fieldset would need a legend; the question is a heading.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="group" aria-labelledby={labelledBy} aria-describedby={describedBy} className="grid gap-2.5">
      {options.map((option, index) => (
        <div key={option} className={styles.row}>
          <Checkbox
            label={option}
            checked={selected.includes(index)}
            onChange={(isOn) => toggle(index, isOn)}
            disabled={disabled}
          />
        </div>
      ))}
    </div>
  )
}
