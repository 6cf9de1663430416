import { Field as BaseField } from '@base-ui/react/field'
import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import field from './field.module.css'
import { type FieldFrameProps, FieldTop, MessageLine } from './field-frame.tsx'
import { fieldMessage } from './field-texts.ts'
import styles from './select.module.css'

interface SelectProps<Value extends string> extends Omit<FieldFrameProps, 'optional'> {
  items: readonly { value: Value; label: string }[]
  value: Value | null
  onChange: (value: Value) => void
  placeholder?: string
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { items, value, onChange, placeholder, label, aside, disabled = false, className = '', ...texts } = props
  const message = fieldMessage(texts)
  return (
    <BaseField.Root className={`${field.field} ${className}`} invalid={message?.tone === 'danger'} disabled={disabled}>
      <FieldTop aside={aside}>
        <BaseField.Label>{label}</BaseField.Label>
      </FieldTop>
      <BaseSelect.Root
        items={items}
        value={value}
        modal={false}
        onValueChange={(next) => {
          if (next !== null) onChange(next)
        }}
      >
        <BaseSelect.Trigger className={`${field.box} ${styles.trigger}`} data-tone={message?.tone}>
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
      <div role="status">
        <BaseField.Description render={<MessageLine message={message} />} />
      </div>
    </BaseField.Root>
  )
}
