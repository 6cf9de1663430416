import { Field as BaseField } from '@base-ui/react/field'
import { Check, CircleAlert, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './field.module.css'
import { type FieldMessage, type FieldTexts, fieldMessage } from './field-texts.ts'

export interface FieldFrameProps extends FieldTexts {
  label: ReactNode
  optional?: boolean
  /** Right of the label: a rule, a balance, a count. */
  aside?: ReactNode
  disabled?: boolean
  className?: string
}

/** Connects label and message to the control. */
export function FieldFrame(props: FieldFrameProps & { children: ReactNode }) {
  const { label, optional, aside, disabled = false, className = '', children, ...texts } = props
  const message = fieldMessage(texts)
  return (
    <BaseField.Root className={`${styles.field} ${className}`} invalid={message?.tone === 'danger'} disabled={disabled}>
      <FieldTop aside={aside}>
        <BaseField.Label>
          {label}
          {optional && <Optional />}
        </BaseField.Label>
      </FieldTop>
      {children}
      <div role="status">
        <BaseField.Description render={<MessageLine message={message} />} />
      </div>
    </BaseField.Root>
  )
}

export function FieldTop({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.top}>
      {children}
      {aside && <span className={styles.aside}>{aside}</span>}
    </div>
  )
}

const Optional = () => <span className={styles.optional}> optional</span>

const ICONS = { danger: CircleAlert, busy: LoaderCircle, ok: Check, hint: null } as const

/** Keeps its height without a message. */
export function MessageLine({ message, ...rest }: { message: FieldMessage | null; id?: string }) {
  const Icon = message && ICONS[message.tone]
  return (
    <p {...rest} className={styles.message} data-tone={message?.tone}>
      {Icon && (
        <Icon className={message?.tone === 'busy' ? 'animate-spin' : ''} size={16} strokeWidth={2} aria-hidden="true" />
      )}
      {message?.text}
    </p>
  )
}
