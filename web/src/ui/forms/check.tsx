import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './check.module.css'

interface CheckProps {
  label: ReactNode
  note?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** Takes effect when its form is submitted; use `Switch` for an immediate effect. */
export function Checkbox({ label, note, checked, onChange, disabled = false }: CheckProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI's checkbox is inside
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

export function Switch({ label, note, checked, onChange, disabled = false }: CheckProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI's switch is inside
    <label className={styles.row} data-disabled={disabled || undefined}>
      <Words label={<b className="font-strong">{label}</b>} note={note} />
      <BaseSwitch.Root className={styles.track} checked={checked} onCheckedChange={onChange} disabled={disabled}>
        <BaseSwitch.Thumb className={styles.thumb} />
      </BaseSwitch.Root>
    </label>
  )
}

/** A switch in a table, whose headers name it; `label` is for screen readers. */
export const BareSwitch = ({
  label,
  checked,
  onChange,
}: { label: string } & Pick<CheckProps, 'checked' | 'onChange'>) => (
  <BaseSwitch.Root
    aria-label={label}
    className={`${styles.track} ${styles.bare}`}
    checked={checked}
    onCheckedChange={onChange}
  >
    <BaseSwitch.Thumb className={styles.thumb} />
  </BaseSwitch.Root>
)

const Words = ({ label, note }: { label: ReactNode; note?: ReactNode }) => (
  <span>
    {label}
    {note && <span className={styles.note}>{note}</span>}
  </span>
)
