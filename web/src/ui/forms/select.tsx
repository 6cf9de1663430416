import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import field from './field.module.css'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'
import { fieldMessage } from './field-texts.ts'
import styles from './select.module.css'

interface SelectProps<Value extends string> extends FieldFrameProps {
  items: readonly { value: Value; label: string }[]
  value: Value | null
  onChange: (value: Value) => void
  placeholder?: string
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { items, value, onChange, placeholder, ...frame } = props
  return (
    <FieldFrame {...frame}>
      <BaseSelect.Root
        items={items}
        value={value}
        modal={false}
        onValueChange={(next) => {
          if (next !== null) onChange(next)
        }}
      >
        <BaseSelect.Trigger className={`${field.box} ${styles.trigger}`} data-tone={fieldMessage(frame)?.tone}>
          <BaseSelect.Value className={styles.value ?? ''} placeholder={placeholder} />
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" />
        </BaseSelect.Trigger>
        <BaseSelect.Portal>
          <BaseSelect.Positioner className={styles.positioner} sideOffset={6} alignItemWithTrigger={false}>
            <BaseSelect.Popup className={styles.popup}>
              <BaseSelect.List>
                {items.map((item) => (
                  <BaseSelect.Item key={item.value} className={styles.item} value={item.value}>
                    <BaseSelect.ItemText>{item.label}</BaseSelect.ItemText>
                    <BaseSelect.ItemIndicator>
                      <Check size={18} strokeWidth={2} aria-hidden="true" />
                    </BaseSelect.ItemIndicator>
                  </BaseSelect.Item>
                ))}
              </BaseSelect.List>
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
    </FieldFrame>
  )
}
