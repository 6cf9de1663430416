import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './check.module.css'

interface CheckProps {
  label: ReactNode
  /** A second line. */
  note?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** Something to agree to, or one of several that may all be chosen. Takes effect with the form around it. */
export function Checkbox({ label, note, checked, onChange, disabled = false }: CheckProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is within, as Base UI's checkbox
    <label className={styles.row} data-disabled={disabled || undefined}>
      <BaseCheckbox.Root className={styles.box} checked={checked} onCheckedChange={onChange} disabled={disabled}>
        <BaseCheckbox.Indicator>
          <Check size={18} strokeWidth={2.5} aria-hidden="true" />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <Words label={label} note={note} />
    </label>
  )
}

/** On or off, at once. */
export function Switch({ label, note, checked, onChange, disabled = false }: CheckProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is within, as Base UI's switch
    <label className={styles.row} data-disabled={disabled || undefined}>
      <Words label={label} note={note} />
      <BaseSwitch.Root className={styles.track} checked={checked} onCheckedChange={onChange} disabled={disabled}>
        <BaseSwitch.Thumb className={styles.thumb} />
      </BaseSwitch.Root>
    </label>
  )
}

const Words = ({ label, note }: { label: ReactNode; note?: ReactNode }) => (
  <span>
    {label}
    {note && <span className={styles.note}>{note}</span>}
  </span>
)
